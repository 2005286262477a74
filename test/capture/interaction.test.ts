// click, hover, wait_for_hidden, bypass_csp, fail_if_text, fail_unless_text.
import { describe, expect, it } from "vitest";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { capture } from "../support/capture.ts";
import { expectError } from "../support/expectations.ts";
import { expectColour, pageOf, scriptOf } from "../support/pages.ts";
import { usedCredits } from "../support/records.ts";

const RED = `<body style="margin:0;background:red">`;
const GREEN = pageOf(`<body style="background:green">`);

describe("click and hover", () => {
  it("Elements are clicked in order with real events, also below the window and after a delay.", async () => {
    const html = `${RED}<button id=a>1</button><div style="height:3000px"></div><script>
      const steps = [];
      document.querySelector("#a").onclick = ({ isTrusted }) => setTimeout(() => {
        steps.push(isTrusted);
        document.body.insertAdjacentHTML("beforeend", "<button id=b>2</button>");
        document.querySelector("#b").onclick = ({ isTrusted }) => {
          steps.push(isTrusted);
          if (steps.join() === "true,true") document.body.style.background = "green";
        };
      }, 500)</script>`;

    await expectColour(await capture(pageOf(html), { click: ["#none", "#a", "#b"] }), "green");
  });

  it("A click waits until a drawer is open, and scrolls the drawer's list to the element.", async () => {
    const html = `${RED}<button id=open>1</button>
      <style>nav { position:fixed; top:0; left:-300px; width:300px; height:200px; overflow:auto; transition:left 600ms ease-in }
        nav.open { left:0 } nav button { margin-top:400px }</style>
      <nav><button id=item onclick="document.body.style.background='green'">2</button></nav>
      <script>document.querySelector("#open").onclick = () => document.querySelector("nav").classList.add("open")</script>`;
    const click = ["#open", "#item"];

    await expectColour(await capture(pageOf(html), { click }), "green");
  });

  it("An element that stays outside the window is not clicked.", async () => {
    const html = `<button style="position:fixed;left:-300px">1</button>`;
    const options = { click: ["button"], error_on_click_selector_not_found: true };
    const details = { option: "options.click.0", reason: "outside_page" };

    await expectError(await capture(pageOf(html), options), 422, "selector_not_found", details);
  });

  it("A click waits until a loading screen no longer covers the element.", async () => {
    const html = `${RED}<button onclick="document.body.style.background='green'">1</button>
      <div style="position:fixed;inset:0"></div>
      <script>setTimeout(() => document.querySelector("div").remove(), 700)</script>`;

    await expectColour(await capture(pageOf(html), { click: ["button"] }), "green");
  });

  it("Clicks continue on the next document after a click on a link.", async () => {
    const next = pageOf(
      `${RED}<button onclick="document.body.style.background='green'">2</button>`,
    );
    const html = `${RED}<a href="${next.replaceAll('"', "%22")}">next</a>`;

    await expectColour(await capture(pageOf(html), { click: ["a", "button"] }), "green");
  });

  it("A click waits for the request that it starts.", async () => {
    const html = `${RED}<button>1</button><script>document.querySelector("button").onclick = async () => {
      await fetch("/target?delay=700").catch(() => {});
      document.body.style.background = "green" }</script>`;

    await expectColour(await capture(pageOf(html), { click: ["button"] }), "green");
  });

  it("hover applies the styles of the element under the mouse.", async () => {
    const html = `<style>body { margin:0; background:red } body:has(b:hover) { background:green }</style><b>menu</b>`;

    await expectColour(await capture(pageOf(html), { hover: "b" }), "green");
  });

  it("A mobile viewport that shrinks a wide page receives clicks and the mouse at the right place.", async () => {
    const html = `<style>body { margin:0; background:red } body.clicked:has(b:hover) { background:green }
      button, b { position:absolute; left:700px; top:900px; width:20px; height:20px } b { left:500px; background:blue }</style>
      <button onclick="document.body.className = 'clicked'"></button><b></b>`;
    const mobile = { viewport_width: 390, viewport_height: 844, viewport_mobile: true };
    const answer = await capture(pageOf(html), { ...mobile, click: ["button"], hover: "b" });

    await expectColour(answer, "green", [100, 700]);
  });

  it.each([
    ["#none", "no_match"],
    ["#hidden", "no_size"],
  ])("error_on_click_selector_not_found rejects %s.", async (selector, reason) => {
    const html = `<button id=a>1</button><button id=hidden style="display:none">2</button>`;
    const answer = await capture(pageOf(html), {
      click: ["#a", selector],
      error_on_click_selector_not_found: true,
    });

    await expectError(answer, 422, "selector_not_found", { option: "options.click.1", reason });
  });

  it("error_on_click_selector_not_found rejects a missing element of hover, which is otherwise skipped.", async () => {
    await expectColour(await capture(GREEN, { hover: "#none" }), "green");

    const options = { hover: "#none", error_on_click_selector_not_found: true };
    const answer = await capture(GREEN, options);
    const details = { option: "options.hover", reason: "no_match" };
    await expectError(answer, 422, "selector_not_found", details);
  });

  it("An invalid selector is refused with its position.", async () => {
    const answer = await capture(GREEN, { click: ["#a", "a:nope("], hover: "b::" });

    await expectError(answer, 422, "invalid_options", {
      "options.click.1": "is not a valid CSS selector",
      "options.hover": "is not a valid CSS selector",
    });
  });
});

describe("wait_for_hidden", () => {
  it.each(["remove()", "hidden = true"])("The capture waits for %s.", async (change) => {
    const html = `<body style="background:green"><div id=spinner style="position:fixed;inset:0;background:red"></div>
      <style>[hidden] { display: none }</style><script>setTimeout(() => { spinner.${change} }, 700)</script>`;

    await expectColour(await capture(pageOf(html), { wait_for_hidden: "#spinner" }), "green");
  });

  it("The capture waits until no match is visible.", async () => {
    const cover = `<div class=cover style="position:fixed;inset:0;background:red"></div>`;
    const html = `<body style="background:green"><div class=cover hidden></div>${cover}${cover}
      <script>const [, first, second] = document.querySelectorAll(".cover");
        setTimeout(() => { first.remove() }, 300); setTimeout(() => { second.style.opacity = 0 }, 700)</script>`;

    await expectColour(await capture(pageOf(html), { wait_for_hidden: ".cover" }), "green");
  });

  it("A capture fails at the timeout if the element stays.", async () => {
    const answer = await capture(pageOf("<p>1"), { wait_for_hidden: "p", timeout: 2_000 });

    await expectError(answer, 504, "navigation_timeout", { phase: "wait_for_hidden" });
  });
});

it.each([
  [true, "green"],
  [false, "red"],
] as const)(
  "With bypass_csp %s, scripts load code that the page forbids: %s.",
  async (bypass_csp, colour) => {
    const html = `<meta http-equiv="Content-Security-Policy" content="script-src 'none'">${RED}`;
    const source = scriptOf(`document.body.style.background = "green"`);
    const scripts = `new Promise((resolve) => {
    const script = document.createElement("script");
    Object.assign(script, { src: ${JSON.stringify(source)}, onload: resolve, onerror: resolve });
    document.head.append(script);
  })`;

    await expectColour(await capture(pageOf(html), { bypass_csp, scripts }), colour);
  },
);

describe("the text checks", () => {
  const hidden = ["display:none", "visibility:hidden", "opacity:0", "content-visibility:hidden"];
  const html = `<body style="background:green"><p>Price:&nbsp; <b>1</b>0&euro;</p>
    ${hidden.map((style) => `<div style="${style}"><p>secret</p><iframe srcdoc="secret"></iframe><span></span></div>`).join("")}
    <details>secret<p>secret</p></details><iframe srcdoc="<p>Framed"></iframe><section><u>Slotted</u></section>
    <p>Ausver&shy;kauft, no&#8203;&#8288;where</p><textarea>secret</textarea><input type=submit value=Send><input type=password value=secret>
    <script>document.querySelector("textarea").value = "Typed";
    for (const host of document.querySelectorAll("section, span")) {
      host.attachShadow({ mode: "open" }).innerHTML = host.localName === "span" ? "<p>secret" :
        "<style>.secret {}</style><script>'secret'<" + "/script><p>Shadow <slot></slot></p>";
    }</script>`;

  it("A page that passes all checks is captured.", async () => {
    const options = {
      fail_if_text: ["secret"],
      fail_unless_text: [
        "PRICE: 10€",
        "shadow slotted",
        "framed",
        "ausverkauft, nowhere",
        "typed",
        "send",
      ],
    };

    await expectColour(await capture(pageOf(html), options), "green");
  });

  it.each([
    [{ fail_if_text: ["free", "price"] }, "fail_if_text", "price"],
    [{ fail_unless_text: ["price", "secret"] }, "fail_unless_text", "secret"],
  ])("%j fails without a charge.", async (options, option, text) => {
    const { key, accountId } = await seedAccount();
    const api = createApi();
    const answer = await api.post("/v1/capture", { url: pageOf(html), options }, { key });

    await expectError(answer, 422, "content_check_failed", { option: `options.${option}`, text });
    await api.settled();
    expect(await usedCredits(accountId)).toBe(0);
  });
});
