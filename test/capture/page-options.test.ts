// What the page finds in its environment, and what the caller does to it.
import { describe, expect, inject, it } from "vitest";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { capture, captureHtml, capturePicture, fileOf } from "../support/capture.ts";
import { expectError } from "../support/expectations.ts";
import { expectColour, greenIf, greenIfHtml, hitsAt, freshPath, pageOf } from "../support/pages.ts";
import { decodePicture } from "../support/image.ts";
import { usedCredits } from "../support/records.ts";

const { origin } = inject("site");
const half = `<body style="margin:0;background:green"><div id=a style="height:100%;position:fixed;inset:0;background:red"></div>`;

describe("html", () => {
  it("loads what it names, from private hosts that may be captured, too", async () => {
    const answer = await captureHtml(
      `<body style="margin:0"><iframe style="border:0;width:100vw;height:100vh" src="${origin}/status?colour=green"></iframe>`,
    );
    await expectColour(answer, "green");
  });

  it("is captured without an address", async () => {
    await expectColour(await captureHtml(`<body style="background:green">grün 日本`), "green");
  });

  it("is read as UTF-8", async () => {
    await expectColour(await captureHtml(greenIfHtml(`"ü€".length === 2`)), "green");
  });
});

describe("the page's environment", () => {
  it("user_agent is what the server and the scripts see", async () => {
    const page = greenIf(`navigator.userAgent === "Robot/1.0"`);
    await expectColour(await capture(page, { user_agent: "Robot/1.0" }), "green");
    const { headers } = await hitsAt(page.slice(origin.length));
    expect(headers["user-agent"]).toBe("Robot/1.0");
  });

  it("locale is the language of the scripts, of Accept-Language and of numbers", async () => {
    const page = greenIf(`navigator.language === "de-CH" && (0.5).toLocaleString("de") === "0,5"
      && new Intl.NumberFormat().resolvedOptions().locale === "de-CH"`);
    await expectColour(await capture(page, { locale: "de-CH" }), "green");
    const { headers } = await hitsAt(page.slice(origin.length));
    expect(headers["accept-language"]).toMatch(/^de-CH/);
    expect(headers["user-agent"]).toMatch(/Chrome/);
  });

  it("time_zone is the page's clock", async () => {
    const page = greenIf(`new Date(0).getHours() === 9
      && Intl.DateTimeFormat().resolvedOptions().timeZone === "Asia/Tokyo"`);
    await expectColour(await capture(page, { time_zone: "Asia/Tokyo" }), "green");
  });

  it.each([
    [{ time_zone: "europe/berlin" }, "must be an IANA time zone in its exact spelling"],
    [{ time_zone: "+01:00" }, "must be an IANA time zone in its exact spelling"],
    [{ locale: "und" }, "is not a locale that the browser supports"],
  ])("%j, which Chromium does not know, is the caller's fault", async (options, fault) => {
    const [name = ""] = Object.keys(options);
    const answer = await capture(origin + freshPath(), options);
    await expectError(answer, 422, "invalid_options", {
      [`options.${name}`]: expect.stringContaining(fault),
    });
  });

  it("geolocation is told to the page without a question", async () => {
    const page = greenIf(`new Promise((resolve) => navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(coords.latitude === 46.5 && coords.longitude === -7.25
        && coords.accuracy === 30), () => resolve(false)))`);
    const geolocation = { latitude: 46.5, longitude: -7.25, accuracy: 30 };
    await expectColour(await capture(page, { geolocation, delay: 500 }), "green");
  });

  it.each([
    ["print", "print"],
    ["screen", "screen"],
    [undefined, "screen"],
  ] as const)("media_type %s shows the page as for %s", async (media_type, media) => {
    const page = pageOf(`<style>@media ${media} { body { background: green } }</style>`);
    await expectColour(await capture(page, media_type ? { media_type } : {}), "green");
  });

  it.each([
    [true, "reduce"],
    [false, "no-preference"],
  ])("reduced_motion %s is the preference %s", async (reduced_motion, preference) => {
    const page = greenIf(`matchMedia("(prefers-reduced-motion: ${preference})").matches`);
    await expectColour(await capture(page, { reduced_motion }), "green");
  });
});

describe("changes to the page", () => {
  it("hide_selectors hides every match of every selector, those that come later, too", async () => {
    const cover = (name: string) =>
      `<i class=${name} style="position:fixed;inset:0;background:red"></i>`;
    const page = pageOf(`<body style="background:green">${cover("x")}${cover("x")}${cover("y")}
      <script>setTimeout(() => document.body.insertAdjacentHTML("beforeend", '${cover("y")}'), 600)</script>`);
    const answer = await capture(page, { hide_selectors: [".x", ".y"], delay: 1_000 });
    await expectColour(answer, "green");
  });

  it("styles win over the page's own of the same weight", async () => {
    const page = pageOf(`<style>body { background: red }</style>`);
    await expectColour(await capture(page, { styles: "body { background: green }" }), "green");
  });

  it("styles and scripts work where the page's policy forbids both", async () => {
    const page = pageOf(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">${half}`,
    );
    const styles = "body { background: green }";
    const scripts = `document.querySelector("#a").remove()`;
    await expectColour(await capture(page, { styles, scripts }), "green");
  });

  it("scripts run after load and are awaited", async () => {
    const scripts = `const image = document.images[0];
      new Promise((resolve) => setTimeout(resolve, 300)).then(() => {
        if (image.complete) document.body.style.background = "green";
      });`;
    const page = pageOf(`<body style="background:red"><img src="/colour.png?delay=200">`);
    await expectColour(await capture(page, { scripts }), "green");
  });

  it("scripts come before waiting", async () => {
    const scripts = `setTimeout(() => document.body.append(document.createElement("main")), 300)`;
    const styles = "body:has(main) { background: green !important }";
    const answer = await capture(pageOf(`<body style="background:red">`), {
      scripts,
      styles,
      wait_for_selector: "main",
    });
    await expectColour(answer, "green");
  });

  it.each([
    ["at once", "location = NEXT"],
    ["while they are awaited", "location = NEXT; new Promise((done) => setTimeout(done, 1000))"],
  ])(
    "scripts that lead to another page %s, there too, end in a picture of it",
    async (_when, js) => {
      const next = pageOf(`<body style="background:green">`);
      const scripts = js.replace("NEXT", JSON.stringify(next));
      const answer = await capture(pageOf(`<body style="background:red">`), { scripts });
      await expectColour(answer, "green");
    },
  );

  it("a script that throws does not stop the capture", async () => {
    const page = pageOf(`<body style="background:green">`);
    await expectColour(await capture(page, { scripts: "throw new Error()" }), "green");
    await expectColour(await capture(page, { scripts: "this is no script" }), "green");
  });
});

describe("clip", () => {
  it("captures the rectangle of the page, beyond the viewport, too", async () => {
    const page = pageOf(
      `<body style="margin:0;height:3000px;background:red"><div style="position:absolute;left:40px;top:2000px;width:120px;height:60px;background:green"></div>`,
    );
    const clip = { x: 30, y: 1990, width: 140, height: 80 };

    const picture = await capturePicture(page, { clip });

    expect([picture.widthPx, picture.heightPx]).toEqual([140, 80]);
    expect(picture.pixelAt(9, 9)).toEqual([255, 0, 0, 255]);
    expect(picture.pixelAt(10, 10)).toEqual([0, 128, 0, 255]);
    expect(picture.pixelAt(129, 69)).toEqual([0, 128, 0, 255]);
    expect(picture.pixelAt(130, 70)).toEqual([255, 0, 0, 255]);
  });

  it("is measured in CSS pixels", async () => {
    const page = pageOf(`<body style="background:green">`);
    const clip = { x: 0, y: 0, width: 50, height: 20 };
    const picture = await capturePicture(page, { clip, device_scale_factor: 2 });
    expect([picture.widthPx, picture.heightPx]).toEqual([100, 40]);
  });
});

describe("a selector that is no CSS", () => {
  it.each([
    ["options.selector", { selector: "div[" }],
    ["options.wait_for_selector", { wait_for_selector: "..x" }],
    ["options.hide_selectors.1", { hide_selectors: ["p", "a:nonsense(]"] }],
  ])("is refused under the name %s, before the page is asked for", async (name, options) => {
    const path = freshPath();
    const answer = await capture(origin + path, options);
    await expectError(answer, 422, "invalid_options", { [name]: "is not a valid CSS selector" });
    expect((await hitsAt(path)).requests).toBe(0);
  });
});

describe("cache_ttl", () => {
  it("answers the same picture again, free of charge and without asking the page", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi();
    const path = freshPath();
    const body = { url: origin + path, options: { cache_ttl: 60 } };

    const first = await api.post("/v1/capture", body, { key });
    const fresh = await fileOf(first);
    await api.settled();
    const second = await api.post("/v1/capture", body, { key });
    const cached = await fileOf(second);
    await api.settled();

    expect(first.headers.get("X-Cache")).toBe("MISS");
    expect(second.headers.get("X-Cache")).toBe("HIT");
    expect(cached).toEqual(fresh);
    expect((await decodePicture(cached)).widthPx).toBe(1280);
    expect(second.headers.get("X-Screenshot-Id")).toBe(first.headers.get("X-Screenshot-Id"));
    expect((await hitsAt(path)).requests).toBe(1);
    expect(await usedCredits(accountId)).toBe(1);
  });
});
