// The gallery, the page of a screenshot and the playground, without a browser: what they show, refuse and escape.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../src/contract/errors.ts";
import { createMember } from "../support/members.ts";
import { failingRender, picture, plantedRender } from "../support/planted-rendering.ts";
import { findRecord, recordsOf, usedCredits } from "../support/records.ts";
import { seedScreenshot, seedUnfinished } from "../support/screenshots.ts";

const url = "https://example.com/page";

/** None of these may come back as anything but text. */
const ATTACKS = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `'><svg onload=alert(1)>`,
  `</textarea><script>alert(1)</script>`,
  `</pre></code><b onclick="alert(1)">`,
  `&lt;script&gt;`,
];

function expectHarmless(html: string) {
  expect(html).not.toMatch(/<script(?! src="\/assets\/)|<img src=x|<svg onload|<b onclick/);
}

describe("the gallery", () => {
  it("shows the account's own screenshots, newest first, and nobody else's", async () => {
    const [member, other] = [await createMember(), await createMember()];
    const first = await seedScreenshot(member.accountId, { name: "First", createdAt: new Date(1) });
    await seedScreenshot(member.accountId, { name: "Second", createdAt: new Date(2) });
    await seedScreenshot(other.accountId, { name: "Secret" });

    const html = await (await member.open("/screenshots")).text();

    expect(html.indexOf("Second")).toBeLessThan(html.indexOf("First"));
    expect(html).toContain(`href="/screenshots/${first}"`);
    expect(html).not.toContain("Secret");
    expect(html).toContain("2 screenshots");
  });

  it("shows thumbnails, and says why there is none", async () => {
    const member = await createMember();
    await seedScreenshot(member.accountId, {
      imageKey: `${"a".repeat(32)}.png`,
      hasThumbnail: true,
    });
    await seedScreenshot(member.accountId, { imageKey: null });
    await seedScreenshot(member.accountId, { status: "failed", imageKey: null });
    await seedUnfinished(member.accountId);

    const html = await (await member.open("/screenshots")).text();

    expect(html).toContain(`<img src="https://edgeshot.test/images/${"a".repeat(32)}.thumbnail"`);
    for (const reason of ["Not stored", "Failed", "Being captured"]) expect(html).toContain(reason);
  });

  it("has the filters of the API", async () => {
    const member = await createMember();
    const wanted = { name: "Wanted", url: "https://wanted.example/", format: "pdf" } as const;
    await seedScreenshot(member.accountId, { ...wanted, createdAt: new Date("2026-03-02T12:00Z") });
    for (const other of [
      { format: "png" },
      { url },
      { createdAt: new Date("2026-03-03T00:00Z") },
    ] as const)
      await seedScreenshot(member.accountId, {
        ...wanted,
        name: "Other",
        createdAt: new Date("2026-03-02T12:00Z"),
        ...other,
      });

    const filters = "search=WANTED&format=pdf&status=&startDate=2026-03-02&endDate=2026-03-02";
    const html = await (await member.open(`/screenshots?${filters}`)).text();

    expect(html).toContain("Wanted");
    expect(html).not.toContain("Other");
    expect(html).toContain("1 screenshot found.");
    expect(html).toContain(`value="WANTED"`);
  });

  it("keeps its filters from page to page", async () => {
    const member = await createMember();
    for (let count = 0; count < 25; count++) await seedScreenshot(member.accountId);

    const html = await (await member.open("/screenshots?format=png&search=example")).text();
    expect(html).toContain(`href="/screenshots?format=png&amp;search=example&amp;page=2"`);
    const last = await (await member.open("/screenshots?format=png&page=2")).text();
    expect(last).toContain("Page 2 of 2");
  });

  it.each([
    ["page=0", "Must be an integer"],
    ["status=lost", "Must be one of"],
    ["startDate=soon", "Must be an ISO 8601 date"],
  ])("says what is wrong with %s", async (query, fault) => {
    const answer = await (await createMember()).open(`/screenshots?${query}`);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(fault);
  });

  it.each(ATTACKS)("escapes %s", async (attack) => {
    const member = await createMember();
    const target = `https://example.com/${attack}`;
    const id = await seedScreenshot(member.accountId, { name: attack, url: target });
    await seedScreenshot(member.accountId, {
      status: "failed",
      url: target,
      errorMessage: attack,
      imageKey: null,
    });

    for (const path of [
      "/screenshots",
      `/screenshots?search=${encodeURIComponent(attack)}`,
      `/screenshots?status=${encodeURIComponent(attack)}&done=${encodeURIComponent(attack)}`,
      `/screenshots/${id}`,
      `/playground?from=${id}`,
    ])
      expectHarmless(await (await member.open(path)).text());
  });
});

describe("a screenshot", () => {
  it("shows what it is and what was asked for", async () => {
    const member = await createMember(plantedRender());
    await member.submit("/playground", { url, delay: "20", do: "capture" });
    const [record] = await recordsOf(member.accountId);

    const html = await (await member.open(`/screenshots/${record?.["id"]}`)).text();

    for (const fact of ["1,280 × 1,024", "Completed", url, "<code>delay</code>", "<code>20</code>"])
      expect(html).toContain(fact);
    expect(html).not.toContain("response_type");
  });

  it("says why a capture failed", async () => {
    const member = await createMember();
    const id = await seedScreenshot(member.accountId, {
      status: "failed",
      errorMessage: "The target could not be reached.",
      imageKey: null,
    });
    const html = await (await member.open(`/screenshots/${id}`)).text();
    expect(html).toContain("The target could not be reached.");
    expect(html).not.toContain("Download");
  });

  it("can be taken along under its name", async () => {
    const member = await createMember(plantedRender());
    await member.submit("/playground", { url, name: "Front page", do: "capture" });
    const [record] = await recordsOf(member.accountId);

    const file = await member.open(`/screenshots/${record?.["id"]}/file`);

    expect(file.headers.get("Content-Disposition")).toBe('attachment; filename="Front page.png"');
    expect(file.headers.get("Content-Type")).toBe("image/png");
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(picture);
  });

  it("is renamed, and loses its name", async () => {
    const member = await createMember();
    const id = await seedScreenshot(member.accountId);

    const named = await member.submit(`/screenshots/${id}`, { name: "  Front page " });
    expect(named.headers.get("Location")).toBe(`/screenshots/${id}?done=screenshot-renamed`);
    expect(await findRecord(id)).toMatchObject({ name: "Front page" });
    await member.submit(`/screenshots/${id}`, { name: "" });
    expect(await findRecord(id)).toMatchObject({ name: null });

    const refused = await member.submit(`/screenshots/${id}`, { name: "n".repeat(101) });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("n".repeat(101));
    expect(await findRecord(id)).toMatchObject({ name: null });
  });

  it("is deleted with its image", async () => {
    const member = await createMember(plantedRender());
    await member.submit("/playground", { url, do: "capture" });
    const [record] = await recordsOf(member.accountId);

    const deleted = await member.submit(`/screenshots/${record?.["id"]}/delete`);

    expect(deleted.headers.get("Location")).toBe("/screenshots?done=screenshot-deleted");
    expect((await member.open(`/screenshots/${record?.["id"]}`)).status).toBe(404);
    expect(await env.IMAGES.head(String(record?.["image_key"]))).toBeNull();
  });

  it("is not there for another account, whatever is asked of it", async () => {
    const [member, owner] = [await createMember(), await createMember()];
    const id = await seedScreenshot(owner.accountId, { name: "Mine" });

    for (const answer of [
      await member.open(`/screenshots/${id}`),
      await member.open(`/screenshots/${id}/file`),
      await member.open(`/playground?from=${id}`),
      await member.submit(`/screenshots/${id}`, { name: "Yours" }),
      await member.submit(`/screenshots/${id}/delete`),
    ]) {
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain("Mine");
    }
    expect(await findRecord(id)).toMatchObject({ name: "Mine", deleted_at: null });
  });
});

describe("the playground", () => {
  it("captures what was asked for, costs a credit and keeps the record", async () => {
    const planted = plantedRender();
    const member = await createMember(planted);

    const answer = await member.submit("/playground", {
      url,
      wait_until: ["load", "networkidle0"],
      "clip.x": "1",
      "clip.y": "2",
      "clip.width": "3",
      "clip.height": "4",
      hide_selectors: "#a\r\n.b",
      do: "capture",
    });

    expect(answer.status).toBe(200);
    expect(planted.requests).toMatchObject([
      {
        source: { kind: "url", url },
        options: {
          wait_until: ["load", "networkidle0"],
          clip: { x: 1, y: 2, width: 3, height: 4 },
          hide_selectors: ["#a", ".b"],
        },
      },
    ]);
    const html = await answer.text();
    const [record] = await recordsOf(member.accountId);
    expect(html).toContain(`src="https://edgeshot.test/images/${record?.["image_key"]}"`);
    expect(html).toContain("99 credits left");
    expect(html).toContain("curl -fsS");
    expect(await usedCredits(member.accountId)).toBe(1);
  });

  it("only shows the code when that was asked for", async () => {
    const planted = plantedRender();
    const member = await createMember(planted);
    const html = await (
      await member.submit("/playground", { url, delay: "70", do: "code" })
    ).text();

    expect(html).toContain("&quot;delay&quot;:70");
    expect(planted.requests).toEqual([]);
    expect(await usedCredits(member.accountId)).toBe(0);
  });

  it.each(ATTACKS)("escapes %s wherever it was typed", async (attack) => {
    const member = await createMember();
    const fields = {
      url: `https://example.com/?${attack}`,
      name: attack,
      styles: attack,
      user_agent: "x",
      do: "code",
    };
    expectHarmless(await (await member.submit("/playground", fields)).text());
    expectHarmless(
      await (
        await member.submit("/playground", { ...fields, delay: attack, cookies: attack })
      ).text(),
    );
  });

  it("says what is wrong beside each field, keeps what was typed, and charges nothing", async () => {
    const member = await createMember(plantedRender());
    const typed = { url: "nonsense", delay: "20000", cookies: "[{]", do: "capture" };
    const answer = await member.submit("/playground", typed);

    expect(answer.status).toBe(422);
    const html = await answer.text();
    for (const [name, fault] of [
      ["url", "Must be a valid URL"],
      ["delay", "Must be an integer between 0 and 10000."],
      ["cookies", "Must be valid JSON."],
    ] as const) {
      expect(html).toMatch(new RegExp(`id="${name}-fault">${fault}`));
      expect(html).toContain(`<a href="#${name}">`);
    }
    for (const value of ["nonsense", "20000", "[{]"]) expect(html).toContain(value);
    expect(await recordsOf(member.accountId)).toEqual([]);
  });

  it.each([
    ["a private address", { url: "http://127.0.0.1/" }, undefined, 422, /id="url-fault">.*private/],
    [
      "a target that cannot be reached",
      { url },
      new ServiceError("host_error", { details: { reason: "ERR_NAME_NOT_RESOLVED" } }),
      502,
      /id="url-fault">.*ERR_NAME_NOT_RESOLVED/,
    ],
    [
      "a selector that matches nothing",
      { url, selector: "#no" },
      new ServiceError("selector_not_found"),
      422,
      /id="selector-fault"/,
    ],
    [
      "a page that is too tall",
      { url, format: "webp" },
      new ServiceError("invalid_options", { details: { "options.format": "webp holds less" } }),
      422,
      /id="format-fault">webp holds less/,
    ],
    [
      "a page that takes too long",
      { url },
      new ServiceError("navigation_timeout", { details: { phase: "scroll" } }),
      504,
      /while scrolling/,
    ],
    [
      "no free browser",
      { url },
      new ServiceError("service_unavailable", { retryAfterSeconds: 3 }),
      503,
      /Try again in 3 seconds/,
    ],
  ])(
    "tells of %s beside its field, and gives the credit back",
    async (_, typed, error, status, told) => {
      const member = await createMember(
        error === undefined ? plantedRender() : { render: failingRender(error) },
      );
      const answer = await member.submit("/playground", { ...typed, do: "capture" });

      expect(answer.status).toBe(status);
      const html = await answer.text();
      expect(html).toMatch(told);
      expect(html).toContain("curl -fsS");
      expect(await usedCredits(member.accountId)).toBe(0);
    },
  );

  it("holds the plan's requests a minute", async () => {
    const member = await createMember(plantedRender());
    const statuses: number[] = [];
    for (let count = 0; count < 6; count++)
      statuses.push((await member.submit("/playground", { url, do: "capture" })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it("begins with the options of an earlier screenshot", async () => {
    const member = await createMember(plantedRender());
    await member.submit("/playground", { url, delay: "33", hide_selectors: "#a", do: "capture" });
    const [record] = await recordsOf(member.accountId);

    const html = await (await member.open(`/playground?from=${record?.["id"]}`)).text();

    expect(html).toContain(`value="33"`);
    expect(html).toContain(`value="${url}"`);
    expect(html).not.toContain(`&quot;response_type&quot;`);
  });
});
