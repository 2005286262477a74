// Pages that loop, ask, flood, run away or offer files: a picture or a documented error in time, and the next is right.
import { describe, expect, inject, it } from "vitest";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import { capture, capturePicture } from "../support/capture.ts";
import { expectError } from "../support/expectations.ts";
import { expectColour, greenIf, pageOf } from "../support/pages.ts";

const { origin } = inject("site");
const green = `<body style="background:green">`;
const inScript = (js: string) => `${green}<script>${js}</script>`;

/** Goes to the same page under another address, and back again. */
const PING_PONG = `const { href } = location;
  location.href = href.includes("&ping") ? href.replace("&ping", "") : href + "&ping";`;

/** What a capture may take beyond its timeout: until a hung browser is given up, on a machine that is busy. */
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

describe("a page that never comes to rest", () => {
  it("loops for ever while it loads", async () => {
    const answer = await captureInTime(pageOf(inScript("for (;;);")), { timeout: 3_000 });
    await expectError(answer, 504, "navigation_timeout", { phase: "navigation" });
    await expectNextIsRight();
  });

  it("loops for ever once it has loaded", async () => {
    const page = pageOf(inScript("onload = () => setTimeout(() => { for (;;); })"));
    const answer = await captureInTime(page, { timeout: 4_000, delay: 500 });
    await expectError(answer, 504, "navigation_timeout");
    await expectNextIsRight();
  });

  it("asks the network again and again", async () => {
    const page = pageOf(inScript(`setInterval(() => fetch("/target"), 50)`));
    const answer = await captureInTime(page, { timeout: 3_000, wait_until: "networkidle0" });
    const { details } = await expectError(answer, 504, "navigation_timeout", {
      phase: "navigation",
    });
    expect(details?.["pending"]).toContain(`${origin}/target`);
    await expectColour(await capture(page), "green");
  });

  it("reloads itself as soon as it has been looked at", async () => {
    const page = pageOf(inScript("onload = () => setTimeout(() => location.reload(), 300)"));
    for (const options of [{}, { delay: 400 }, { full_page: true }])
      await expectColour(await captureInTime(page, { timeout: 10_000, ...options }), "green");
  });

  it.each([
    ["reloads itself, by a script while it loads", inScript("location.reload()")],
    ["reloads itself, by a timer while it loads", inScript("setTimeout(() => location.reload())")],
    [
      "reloads itself, by a script once it has loaded",
      inScript("onload = () => setTimeout(() => location.reload())"),
    ],
    [
      "reloads itself, by a script a little later",
      inScript("onload = () => setTimeout(() => location.reload(), 20)"),
    ],
    ["reloads itself, by a meta element", `<meta http-equiv="refresh" content="0">${green}`],
    ["leads to another that leads back, while they load", inScript(PING_PONG)],
    [
      "leads to another that leads back, once they have loaded",
      inScript(`onload = () => setTimeout(() => { ${PING_PONG} }, 5)`),
    ],
  ])("%s, without a pause", async (_what, html) => {
    // What goes wrong with such pages does so one time in four.
    for (let i = 0; i < 4; i++)
      await expectColour(await captureInTime(pageOf(html), { timeout: 10_000 }), "green");
    await expectColour(
      await captureInTime(pageOf(html), { timeout: 10_000, full_page: true }),
      "green",
    );
    await expectNextIsRight();
  });

  it("breaks off before anything of it has come", async () => {
    const answer = await captureInTime(`${origin}/broken-off`, { timeout: 4000 });

    await expectError(answer, 502, "host_error", { reason: "ERR_CONTENT_LENGTH_MISMATCH" });
  });

  it("leads on to where nobody answers", async () => {
    const page = pageOf(inScript(`onload = () => { location = "http://localhost:9/" }`));
    const answer = await captureInTime(page, { timeout: 15_000, delay: 300 });

    const { details } = await expectError(answer, 502, "host_error");
    expect(details?.["reason"]).toMatch(/^ERR_/);
  });

  it("never ends to arrive", async () => {
    const answer = await captureInTime(`${origin}/never-ends`, { timeout: 3_000 });
    await expectError(answer, 504, "navigation_timeout", { phase: "navigation" });
    await expectNextIsRight();
  });
});

describe("a page that asks", () => {
  it.each([
    ["alert", `alert("now"); document.body.style.color = "white"`],
    ["confirm", `if (confirm("sure?")) document.body.style.background = "red"`],
    ["prompt", `if (prompt("name?") !== null) document.body.style.background = "red"`],
  ])("is captured without an answer to its %s", async (_kind, js) => {
    await expectColour(await capture(pageOf(inScript(js)), { timeout: 15_000 }), "green");
  });

  it("is captured when it asks after it has loaded", async () => {
    const page = pageOf(inScript(`onload = () => setTimeout(() => alert("later"), 100)`));
    await expectColour(await capture(page, { timeout: 15_000, delay: 500 }), "green");
  });

  it("is captured when it asks a hundred times", async () => {
    const page = pageOf(inScript("for (let i = 0; i < 100; i++) alert(i)"));
    await expectColour(await capture(page, { timeout: 30_000 }), "green");
  });

  it("is captured when it asks before it is left", async () => {
    const page = pageOf(
      inScript("onbeforeunload = (event) => { event.preventDefault(); return 1 }"),
    );
    await expectColour(await capture(page, { timeout: 15_000 }), "green");
    await expectNextIsRight();
  });
});

describe("a page that leads away", () => {
  it("answers with a file to be saved", async () => {
    const answer = await capture(`${origin}/download`, { timeout: 15_000 });
    await expectError(answer, 500, "render_failed", { reason: "ERR_ABORTED" });
    await expectNextIsRight();
  });

  it("offers a file once it has loaded", async () => {
    const page = pageOf(inScript(`onload = () => { location.href = "/download" }`));
    await expectColour(await capture(page, { timeout: 15_000, delay: 500 }), "green");
  });

  it("opens windows", async () => {
    const page = pageOf(inScript(`for (let i = 0; i < 10; i++) open("/status?colour=red")`));
    await expectColour(await capture(page, { timeout: 15_000, delay: 300 }), "green");
    await expectNextIsRight();
  });

  it("goes on to another page, which is captured", async () => {
    const next = pageOf(green);
    const page = pageOf(
      `<body style="background:red"><script>location.replace("${next}")</script>`,
    );
    await expectColour(await capture(page, { timeout: 15_000, delay: 1_000 }), "green");
  });
});

describe("a page that is not there any more", () => {
  it("is a blank picture, of its whole height, too", async () => {
    const page = pageOf(inScript("onload = () => document.documentElement.remove()"));
    await expectColour(await capture(page, { full_page: true, timeout: 15_000 }), "white");
  });

  it("is an empty sheet", async () => {
    const page = pageOf(inScript("onload = () => document.documentElement.remove()"));
    const answer = await capture(page, { full_page: true, format: "pdf", timeout: 15_000 });
    expect(answer.status).toBe(200);
  });
});

describe("a page that is too much", () => {
  it("has 10,000 elements, and all are there", async () => {
    const page = pageOf(
      `<style>body { margin: 0 } i { display: block; height: 1px; background: green }</style>
       <body><script>for (let i = 0; i < 10000; i++) document.body.append(document.createElement("i"))</script>`,
    );
    const picture = await capturePicture(page, { full_page: true, viewport_width: 200 });
    expect(picture.heightPx).toBe(10_000);
    expect(picture.pixelAt(100, 0)).toEqual([0, 128, 0, 255]);
    expect(picture.pixelAt(100, 9_999)).toEqual([0, 128, 0, 255]);
  });

  it("is nested a thousand elements deep", async () => {
    const page = greenIf(`(() => { let at = document.body;
      for (let i = 0; i < 1000; i++) at = at.appendChild(document.createElement("div"));
      return true })()`);
    await expectColour(await capture(page), "green");
  });

  it("breaks what captures rely on", async () => {
    const js = `document.querySelector = document.querySelectorAll = window.getComputedStyle =
        Promise.prototype.then = Array.prototype.map = JSON.stringify = () => { throw 1 };
      window.requestAnimationFrame = () => 0;`;
    const answer = await captureInTime(pageOf(inScript(js)), { timeout: 10_000 });
    await expectColour(answer, "green");
  });
});
