// Hostile and broken pages: each returns an image or a documented error in time, and the next capture succeeds.
import { describe, expect, inject, it } from "vitest";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import { capture, captureImage } from "../support/capture.ts";
import { expectError } from "../support/expectations.ts";
import { expectColour, greenIf, pageOf } from "../support/pages.ts";

const { origin } = inject("site");
const green = `<body style="background:green">`;
const inScript = (js: string) => `${green}<script>${js}</script>`;

/** Navigates to the same page at another URL, and back. */
const PING_PONG = `const { href } = location;
  location.href = href.includes("&ping") ? href.replace("&ping", "") : href + "&ping";`;

/** Time allowed after the timeout of a capture, until the service closes a hung browser on a busy machine. */
const SLACK_MS = 12_000;

async function captureInTime(page: string, options: CaptureOptionsInput & { timeout: number }) {
  const startedAt = Date.now();
  const answer = await capture(page, options);
  expect(Date.now() - startedAt).toBeLessThan(options.timeout + SLACK_MS);
  return answer;
}

async function expectNextIsRight() {
  await expectColour(await capture(pageOf(green)), "green");
}

describe("busy pages", () => {
  it("A page that loops endlessly while it loads ends in time.", async () => {
    const answer = await captureInTime(pageOf(inScript("for (;;);")), { timeout: 3_000 });
    await expectError(answer, 504, "navigation_timeout", { phase: "navigation" });
    await expectNextIsRight();
  });

  it("A page that loops endlessly after the load event ends in time.", async () => {
    const page = pageOf(inScript("onload = () => setTimeout(() => { for (;;); })"));
    const answer = await captureInTime(page, { timeout: 4_000, delay: 500 });
    await expectError(answer, 504, "navigation_timeout");
    await expectNextIsRight();
  });

  it("A page that sends requests endlessly ends in time.", async () => {
    const page = pageOf(inScript(`setInterval(() => fetch("/target"), 50)`));
    const answer = await captureInTime(page, { timeout: 3_000, wait_until: "networkidle0" });
    const { details } = await expectError(answer, 504, "navigation_timeout", {
      phase: "navigation",
    });
    expect(details?.["pending"]).toContain(`${origin}/target`);
    await expectColour(await capture(page), "green");
  });

  it("A page that reloads itself when it is measured ends in time.", async () => {
    const page = pageOf(inScript("onload = () => setTimeout(() => location.reload(), 300)"));
    for (const options of [{}, { delay: 400 }, { full_page: true }, { delay: 400, hover: "html" }])
      await expectColour(await captureInTime(page, { timeout: 10_000, ...options }), "green");
  });

  it.each([
    ["reloads itself with a script during its load", inScript("location.reload()")],
    [
      "reloads itself with a timer during its load",
      inScript("setTimeout(() => location.reload())"),
    ],
    [
      "reloads itself with a script after its load",
      inScript("onload = () => setTimeout(() => location.reload())"),
    ],
    [
      "reloads itself with a script 20 ms after its load",
      inScript("onload = () => setTimeout(() => location.reload(), 20)"),
    ],
    ["reloads itself with a meta element", `<meta http-equiv="refresh" content="0">${green}`],
    ["alternates with another page during their load", inScript(PING_PONG)],
    [
      "alternates with another page after their load",
      inScript(`onload = () => setTimeout(() => { ${PING_PONG} }, 5)`),
    ],
  ])("A page that endlessly %s ends in time.", async (_what, html) => {
    // A failure occurs in about one of four captures, so capture the page four times.
    for (let i = 0; i < 4; i++)
      await expectColour(await captureInTime(pageOf(html), { timeout: 10_000 }), "green");
    await expectColour(
      await captureInTime(pageOf(html), { timeout: 10_000, full_page: true }),
      "green",
    );
    await expectNextIsRight();
  });

  it("A response that ends before its Content-Length fails with host_error.", async () => {
    const answer = await captureInTime(`${origin}/broken-off`, { timeout: 4000 });

    await expectError(answer, 502, "host_error", { reason: "ERR_CONTENT_LENGTH_MISMATCH" });
  });

  it("A page that redirects to an unreachable host ends in time.", async () => {
    const page = pageOf(inScript(`onload = () => { location = "http://localhost:9/" }`));
    const answer = await captureInTime(page, { timeout: 15_000, delay: 300 });

    const { details } = await expectError(answer, 502, "host_error");
    expect(details?.["reason"]).toMatch(/^ERR_/);
  });

  it("A page whose response never ends ends in time.", async () => {
    const answer = await captureInTime(`${origin}/never-ends`, { timeout: 3_000 });
    await expectError(answer, 504, "navigation_timeout", { phase: "navigation" });
    await expectNextIsRight();
  });
});

describe("dialogs", () => {
  it.each([
    ["alert", `alert("now"); document.body.style.color = "white"`],
    ["confirm", `if (confirm("sure?")) document.body.style.background = "red"`],
    ["prompt", `if (prompt("name?") !== null) document.body.style.background = "red"`],
  ])("The %s dialog of a page does not block its capture.", async (_kind, js) => {
    await expectColour(await capture(pageOf(inScript(js)), { timeout: 15_000 }), "green");
  });

  it("A page that opens a dialog after the load event is captured.", async () => {
    const page = pageOf(inScript(`onload = () => setTimeout(() => alert("later"), 100)`));
    await expectColour(await capture(page, { timeout: 15_000, delay: 500 }), "green");
  });

  it("A page that opens a hundred dialogs is captured.", async () => {
    const page = pageOf(inScript("for (let i = 0; i < 100; i++) alert(i)"));
    await expectColour(await capture(page, { timeout: 30_000 }), "green");
  });

  it("A page with a beforeunload dialog is captured.", async () => {
    const page = pageOf(
      inScript("onbeforeunload = (event) => { event.preventDefault(); return 1 }"),
    );
    await expectColour(await capture(page, { timeout: 15_000 }), "green");
    await expectNextIsRight();
  });
});

describe("navigation and downloads", () => {
  it("A URL that returns a download is rejected.", async () => {
    const answer = await capture(`${origin}/download`, { timeout: 15_000 });
    await expectError(answer, 500, "render_failed", { reason: "ERR_ABORTED" });
    await expectNextIsRight();
  });

  it("A page that starts a download after the load event is captured.", async () => {
    const page = pageOf(inScript(`onload = () => { location.href = "/download" }`));
    await expectColour(await capture(page, { timeout: 15_000, delay: 500 }), "green");
  });

  it("A page that opens windows is captured.", async () => {
    const page = pageOf(inScript(`for (let i = 0; i < 10; i++) open("/status?colour=red")`));
    await expectColour(await capture(page, { timeout: 15_000, delay: 300 }), "green");
    await expectNextIsRight();
  });

  it("A page that navigates to another page is followed, and that page is captured.", async () => {
    const next = pageOf(green);
    const page = pageOf(
      `<body style="background:red"><script>location.replace("${next}")</script>`,
    );
    await expectColour(await capture(page, { timeout: 15_000, delay: 1_000 }), "green");
  });
});

describe("pages without content", () => {
  it("A page without content is captured as a blank image, also with full_page.", async () => {
    const page = pageOf(inScript("onload = () => document.documentElement.remove()"));
    await expectColour(await capture(page, { full_page: true, timeout: 15_000 }), "white");
  });

  it("A page without content is captured as an empty PDF page.", async () => {
    const page = pageOf(inScript("onload = () => document.documentElement.remove()"));
    const answer = await capture(page, { full_page: true, format: "pdf", timeout: 15_000 });
    expect(answer.status).toBe(200);
  });
});

describe("reports of errors", () => {
  it("A page receives error events, including those of its workers, and its console functions work.", async () => {
    const page = greenIf(`(async () => {
      const text = await new Promise((resolve) => {
        onerror = (message) => resolve(message);
        setTimeout(() => { throw new Error("thrown") });
      });
      const reason = await new Promise((resolve) => {
        onunhandledrejection = (event) => resolve(event.reason);
        Promise.reject("rejected");
      });
      const worker = new Worker("data:text/javascript,throw new Error('in worker')");
      const ofWorker = await new Promise((resolve) => { worker.onerror = resolve });
      const image = await new Promise((resolve) => {
        const element = new Image();
        element.onerror = resolve;
        element.src = "data:image/png,broken";
      });
      const { log, context, createTask } = console;
      return text.includes("thrown") && reason === "rejected" && ofWorker.message.includes("in worker") &&
        image.type === "error" && log("text") === undefined && log.name === "log" &&
        String(log).includes("[native code]") && context("name").log === log &&
        createTask("name").run(() => 1) === 1;
    })()`);
    await expectColour(await capture(page, { delay: 500 }), "green");
  });

  it("A page that calls history.replaceState() many times while it loads keeps its scripts.", async () => {
    const page = greenIf(`(async () => {
      for (let i = 0; i < 50; i++) history.replaceState(i, "", "#" + i);
      await new Promise((resolve) => setTimeout(resolve, 300));
      return true;
    })()`);
    await expectColour(await capture(page, { delay: 1_000 }), "green");
  });
});

describe("large and hostile documents", () => {
  it("A page with 10,000 elements is captured completely.", async () => {
    const page = pageOf(
      `<style>body { margin: 0 } i { display: block; height: 1px; background: green }</style>
       <body><script>for (let i = 0; i < 10000; i++) document.body.append(document.createElement("i"))</script>`,
    );
    const image = await captureImage(page, { full_page: true, viewport_width: 200 });
    expect(image.heightPx).toBe(10_000);
    expect(image.pixelAt(100, 0)).toEqual([0, 128, 0, 255]);
    expect(image.pixelAt(100, 9_999)).toEqual([0, 128, 0, 255]);
  });

  it("A page with a thousand nested elements is captured.", async () => {
    const page = greenIf(`(() => { let at = document.body;
      for (let i = 0; i < 1000; i++) at = at.appendChild(document.createElement("div"));
      return true })()`);
    await expectColour(await capture(page), "green");
  });

  it("A page that replaces built-in functions is captured.", async () => {
    const js = `document.querySelector = document.querySelectorAll = window.getComputedStyle =
        Promise.prototype.then = Array.prototype.map = JSON.stringify = () => { throw 1 };
      window.requestAnimationFrame = () => 0;`;
    const answer = await captureInTime(pageOf(inScript(js)), { timeout: 10_000 });
    await expectColour(answer, "green");
  });

  describe("A page that replaces every function for measurements", () => {
    const page = pageOf(
      inScript(`
      document.write("<p style='position: absolute; left: 100px; top: 100px; width: 50px; height: 40px'></p>");
      for (const property of ["scrollHeight", "clientHeight"])
        Object.defineProperty(Element.prototype, property, { get: () => 50000 });
      Element.prototype.getBoundingClientRect = () => ({ x: 0, y: 0, width: 0, height: 0 });
      Document.prototype.querySelector = Document.prototype.querySelectorAll = () => null;
      for (const name of ["Promise", "Object", "Array", "JSON", "Math", "Map", "Error", "CSSStyleSheet", "getComputedStyle"])
        globalThis[name] = () => { throw new TypeError("replaced") };`),
    );

    it("The screenshot has the true height of the page.", async () => {
      const { widthPx, heightPx } = await captureImage(page, {
        full_page: true,
        full_page_scroll: true,
        styles: "i { color: red }",
      });
      expect([widthPx, heightPx]).toEqual([1280, 1024]);
    });

    it("The screenshot shows the elements of the document.", async () => {
      const options = { selector: "p", wait_for_selector: "p", error_on_selector_not_found: true };
      const { widthPx, heightPx } = await captureImage(page, options);
      expect([widthPx, heightPx]).toEqual([50, 40]);
    });
  });

  describe("A page whose elements and scripts replace properties and prototypes", () => {
    const fields = [
      ..."assignedSlot checkVisibility childNodes children clientHeight closest computedStyleMap contains".split(
        " ",
      ),
      ..."getAnimations getBoundingClientRect getClientRects isConnected localName nodeType parentElement".split(
        " ",
      ),
      ..."parentNode querySelectorAll scrollHeight scrollIntoView scrollTop setAttribute shadowRoot style".split(
        " ",
      ),
    ];
    const images = [
      ..."activeElement addEventListener adoptedStyleSheets body documentElement elementFromPoint fonts".split(
        " ",
      ),
      ..."getAnimations querySelector querySelectorAll readyState scrollingElement title".split(
        " ",
      ),
    ];
    const html = `<meta name=viewport content="width=device-width"><title>Form</title>
      <style>body { margin: 0; height: 3000px } img { display: none }</style>
      <form style="position:sticky;bottom:0;width:200px;height:100px;background:green"><b>Send</b><svg height=9><iframe tabindex=0></iframe></svg>
        ${fields.map((name) => `<input type=hidden name=${name}>`).join("")}</form>
      ${images.map((name) => `<img name=${name}>`).join("")}
      <script>
        const get = () => { throw new TypeError("replaced") };
        for (const { prototype } of [Array, Element, HTMLElement, Document, Node])
          for (const name of Object.getOwnPropertyNames(prototype)) Reflect.defineProperty(prototype, name, { get });
        Array.prototype.toJSON = get;
      </script>`;
    const options = { styles: "b { color: red }", hover: "form" };

    it("A full page is complete after all interactions.", async () => {
      const image = await captureImage(pageOf(html), {
        ...options,
        click: ["form"],
        error_on_click_selector_not_found: true,
        wait_for_selector: "form",
        wait_for_selector_visible: true,
        fail_unless_text: ["send"],
        full_page: true,
        full_page_scroll: true,
        full_page_scroll_delay: 0,
      });

      expect(image.heightPx).toBe(3000);
    });

    it("An element and a full-page PDF are captured.", async () => {
      const element = await captureImage(pageOf(html), { ...options, selector: "form" });
      expect(element).toMatchObject({ widthPx: 200, heightPx: 100 });

      const pdf = await capture(pageOf(html), { format: "pdf", full_page: true });
      expect(pdf.status).toBe(200);
    });
  });

  it("A page whose policy forbids all scripts is captured and hides elements.", async () => {
    const html = `${green}<p style="position: fixed; inset: 0; background: red"></p>`;
    const page = `${pageOf(html)}&csp=sandbox`;
    const options = { hide_selectors: ["p"], full_page: true, timeout: 15_000 };
    await expectColour(await capture(page, options), "green");
  });
});
