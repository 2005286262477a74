// Options that change the page or its environment.
import { describe, expect, inject, it } from "vitest";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { capture, captureHtml, captureImage, fileOf } from "../support/capture.ts";
import { expectError } from "../support/expectations.ts";
import { expectColour, greenIf, greenIfHtml, hitsAt, freshPath, pageOf } from "../support/pages.ts";
import { decodeImage } from "../support/image.ts";
import { usedCredits } from "../support/records.ts";

const { origin } = inject("site");
const half = `<body style="margin:0;background:green"><div id=a style="height:100%;position:fixed;inset:0;background:red"></div>`;

describe("html", () => {
  it("A document loads its resources, including those of allowed private hosts.", async () => {
    const answer = await captureHtml(
      `<body style="margin:0"><iframe style="border:0;width:100vw;height:100vh" src="${origin}/status?colour=green"></iframe>`,
    );
    await expectColour(answer, "green");
  });

  it("A document is captured without a URL.", async () => {
    await expectColour(await captureHtml(`<body style="background:green">grün 日本`), "green");
  });

  it("A document is read as UTF-8.", async () => {
    await expectColour(await captureHtml(greenIfHtml(`"ü€".length === 2`)), "green");
  });
});

describe("the page's environment", () => {
  it("user_agent applies to requests and scripts.", async () => {
    const page = greenIf(`navigator.userAgent === "Robot/1.0"`);
    await expectColour(await capture(page, { user_agent: "Robot/1.0" }), "green");
    const { headers } = await hitsAt(page.slice(origin.length));
    expect(headers["user-agent"]).toBe("Robot/1.0");
  });

  it("locale applies to scripts, to Accept-Language and to number formats.", async () => {
    const page = greenIf(`navigator.language === "de-CH" && (0.5).toLocaleString("de") === "0,5"
      && new Intl.NumberFormat().resolvedOptions().locale === "de-CH"`);
    await expectColour(await capture(page, { locale: "de-CH" }), "green");
    const { headers } = await hitsAt(page.slice(origin.length));
    expect(headers["accept-language"]).toMatch(/^de-CH/);
    expect(headers["user-agent"]).toMatch(/Chrome/);
  });

  it("time_zone sets the time zone of the page.", async () => {
    const page = greenIf(`new Date(0).getHours() === 9
      && Intl.DateTimeFormat().resolvedOptions().timeZone === "Asia/Tokyo"`);
    await expectColour(await capture(page, { time_zone: "Asia/Tokyo" }), "green");
  });

  it.each([
    [{ time_zone: "europe/berlin" }, "must be an IANA time zone in its exact spelling"],
    [{ time_zone: "+01:00" }, "must be an IANA time zone in its exact spelling"],
    [{ locale: "und" }, "is not a locale that the browser supports"],
  ])("The value %j, which Chromium rejects, is an invalid option.", async (options, fault) => {
    const [name = ""] = Object.keys(options);
    const answer = await capture(origin + freshPath(), options);
    await expectError(answer, 422, "invalid_options", {
      [`options.${name}`]: expect.stringContaining(fault),
    });
  });

  it("The page receives geolocation without a permission prompt.", async () => {
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
  ] as const)("media_type %s applies the styles for %s.", async (media_type, media) => {
    const page = pageOf(`<style>@media ${media} { body { background: green } }</style>`);
    await expectColour(await capture(page, media_type ? { media_type } : {}), "green");
  });

  it.each([
    [true, "reduce"],
    [false, "no-preference"],
  ])("reduced_motion %s sets the preference %s.", async (reduced_motion, preference) => {
    const page = greenIf(`matchMedia("(prefers-reduced-motion: ${preference})").matches`);
    await expectColour(await capture(page, { reduced_motion }), "green");
  });
});

describe("changes to the page", () => {
  it("hide_selectors hides every match of every selector, including elements that are added later.", async () => {
    const cover = (name: string) =>
      `<i class=${name} style="position:fixed;inset:0;background:red"></i>`;
    const page = pageOf(`<body style="background:green">${cover("x")}${cover("x")}${cover("y")}
      <script>setTimeout(() => document.body.insertAdjacentHTML("beforeend", '${cover("y")}'), 600)</script>`);
    const answer = await capture(page, { hide_selectors: [".x", ".y:not([z"], delay: 1_000 });
    await expectColour(answer, "green");
  });

  it("styles override styles of the page with the same specificity.", async () => {
    const page = pageOf(`<style>body { background: red }</style>`);
    await expectColour(await capture(page, { styles: "body { background: green }" }), "green");
  });

  it("styles and scripts apply even if the page's content security policy forbids both.", async () => {
    const page = pageOf(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">${half}`,
    );
    const styles = "body { background: green }";
    const scripts = `document.querySelector("#a").remove()`;
    await expectColour(await capture(page, { styles, scripts }), "green");
  });

  it("scripts run after the load event, and the capture awaits them.", async () => {
    const scripts = `const image = document.images[0];
      new Promise((resolve) => setTimeout(resolve, 300)).then(() => {
        if (image.complete) document.body.style.background = "green";
      });`;
    const page = pageOf(`<body style="background:red"><img src="/colour.png?delay=200">`);
    await expectColour(await capture(page, { scripts }), "green");
  });

  it("A screenshot of the viewport shows the position that scripts have scrolled to.", async () => {
    const page = pageOf(
      `<body style="margin:0;background:red"><div style="height:5000px"></div><div style="height:5000px;background:green">`,
    );
    const scripts = "scrollTo({ top: 5000, behavior: 'instant' })";
    await expectColour(await capture(page, { scripts }), "green", [640, 50]);
  });

  it("scripts run before the wait options apply.", async () => {
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
    ["immediately", "location = NEXT"],
    ["while they are awaited", "location = NEXT; new Promise((done) => setTimeout(done, 1000))"],
  ])(
    "scripts that navigate to another page %s run on that page too, and that page is captured.",
    async (_when, js) => {
      const next = pageOf(`<body style="background:green">`);
      const scripts = js.replace("NEXT", JSON.stringify(next));
      const answer = await capture(pageOf(`<body style="background:red">`), { scripts });
      await expectColour(answer, "green");
    },
  );

  it("A script that throws does not stop the capture.", async () => {
    const page = pageOf(`<body style="background:green">`);
    await expectColour(await capture(page, { scripts: "throw new Error()" }), "green");
    await expectColour(await capture(page, { scripts: "this is no script" }), "green");
  });
});

describe("clip", () => {
  it("clip captures a rectangle of the page, including parts outside the viewport.", async () => {
    const page = pageOf(
      `<body style="margin:0;height:3000px;background:red"><div style="position:absolute;left:40px;top:2000px;width:120px;height:60px;background:green"></div>`,
    );
    const clip = { x: 30, y: 1990, width: 140, height: 80 };

    const image = await captureImage(page, { clip });

    expect([image.widthPx, image.heightPx]).toEqual([140, 80]);
    expect(image.pixelAt(9, 9)).toEqual([255, 0, 0, 255]);
    expect(image.pixelAt(10, 10)).toEqual([0, 128, 0, 255]);
    expect(image.pixelAt(129, 69)).toEqual([0, 128, 0, 255]);
    expect(image.pixelAt(130, 70)).toEqual([255, 0, 0, 255]);
  });

  it("clip is measured in CSS pixels.", async () => {
    const page = pageOf(`<body style="background:green">`);
    const clip = { x: 0, y: 0, width: 50, height: 20 };
    const image = await captureImage(page, { clip, device_scale_factor: 2 });
    expect([image.widthPx, image.heightPx]).toEqual([100, 40]);
  });
});

describe("an invalid selector", () => {
  it.each([
    ["options.selector", { selector: "div[" }],
    ["options.wait_for_selector", { wait_for_selector: "..x" }],
    ["options.hide_selectors.1", { hide_selectors: ["p", "a:nonsense(]"] }],
  ])(
    "An invalid selector in %s is rejected before the page is requested.",
    async (name, options) => {
      const path = freshPath();
      const answer = await capture(origin + path, options);
      await expectError(answer, 422, "invalid_options", { [name]: "is not a valid CSS selector" });
      expect((await hitsAt(path)).requests).toBe(0);
    },
  );
});

describe("cache_ttl", () => {
  it("cache_ttl returns the same image again, free of charge and without a request to the page.", async () => {
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
    expect((await decodeImage(cached)).widthPx).toBe(1280);
    expect(second.headers.get("X-Screenshot-Id")).toBe(first.headers.get("X-Screenshot-Id"));
    expect((await hitsAt(path)).requests).toBe(1);
    expect(await usedCredits(accountId)).toBe(1);
  });
});
