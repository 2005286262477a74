// The gallery and the page of a screenshot, tested without a browser.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ServiceError } from "../../../src/contract/errors.ts";
import { failingRender, imageBytes, fakeRender } from "../../support/fake-render.ts";
import { findRecord, recordsOf } from "../../support/records.ts";
import { seedScreenshot, seedUnfinished } from "../../support/screenshots.ts";
import { createMember } from "../../support/visitor.ts";

const url = "https://example.com/page";

describe("the gallery", () => {
  it("The gallery shows only the screenshots of the account, newest first.", async () => {
    const [member, other] = [await createMember(), await createMember()];
    const first = await seedScreenshot(member.accountId, { name: "First", createdAt: new Date(1) });
    await seedScreenshot(member.accountId, { name: "Second", createdAt: new Date(2) });
    await seedScreenshot(other.accountId, { name: "Secret" });

    const html = await member.read("/screenshots");

    expect(html.indexOf("Second")).toBeLessThan(html.indexOf("First"));
    expect(html).toContain(`href="/screenshots/${first}"`);
    expect(html).not.toContain("Secret");
    expect(html).toContain("2 screenshots");
  });

  it("The gallery shows thumbnails, or the reason why a thumbnail is missing.", async () => {
    const member = await createMember();
    await seedScreenshot(member.accountId, {
      imageKey: `${"a".repeat(32)}.png`,
      hasThumbnail: true,
    });
    await seedScreenshot(member.accountId, { imageKey: null });
    await seedScreenshot(member.accountId, { status: "failed", imageKey: null });
    await seedUnfinished(member.accountId);
    await seedScreenshot(member.accountId, { httpStatus: 404 });

    const html = await member.read("/screenshots");

    expect(html).toContain(`<img src="https://edgeshot.test/images/${"a".repeat(32)}.thumbnail"`);
    for (const reason of ["Not stored", "Failed", "Processing", "HTTP 404"])
      expect(html).toContain(reason);
  });

  it("The gallery supports the filters of the API.", async () => {
    const member = await createMember();
    const matching = { name: "Match", url: "https://match.example/", format: "pdf" } as const;
    await seedScreenshot(member.accountId, {
      ...matching,
      createdAt: new Date("2026-03-02T12:00Z"),
    });
    for (const other of [
      { format: "png" },
      { url },
      { createdAt: new Date("2026-03-03T00:00Z") },
    ] as const)
      await seedScreenshot(member.accountId, {
        ...matching,
        name: "Other",
        createdAt: new Date("2026-03-02T12:00Z"),
        ...other,
      });

    const filters = "search=MATCH&format=pdf&status=&startDate=2026-03-02&endDate=2026-03-02";
    const html = await member.read(`/screenshots?${filters}`);

    expect(html).toContain("Match");
    expect(html).not.toContain("Other");
    expect(html).toContain("1 screenshot found.");
    expect(html).toContain(`value="MATCH"`);
  });

  it("Dates are days in the time zone of the user, which a cookie contains.", async () => {
    const ctx = { clock: () => new Date("2026-03-29T23:30Z") };
    const member = await createMember(ctx);
    // Berlin changes from UTC+1 to UTC+2 on this day.
    for (const [name, createdAt] of [
      ["Before", "2026-03-28T22:59:59Z"],
      ["First", "2026-03-28T23:00Z"],
      ["Last", "2026-03-29T21:59:59.999Z"],
      ["After", "2026-03-29T22:00Z"],
    ] as const)
      await seedScreenshot(member.accountId, { name, createdAt: new Date(createdAt) });
    const path = "/screenshots?startDate=2026-03-29&endDate=2026-03-29";
    const shown = async () => {
      const html = await member.read(path);
      return ["Before", "First", "Last", "After"].filter((name) => html.includes(`>${name}<`));
    };

    expect(await shown()).toEqual(["Last", "After"]);
    const inUtc = await member.read(path);
    for (const text of [
      "From (UTC)",
      "To (UTC)",
      "startDate=2026-03-29&amp;",
      "startDate=2026-03-23",
    ])
      expect(inUtc).toContain(text);

    member.jar.set("edgeshot-time-zone", "Europe%2FBerlin");
    expect(await shown()).toEqual(["First", "Last"]);
    const inBerlin = await member.read("/screenshots");
    expect(inBerlin).not.toContain("(UTC)");
    // Today, and the first of 7 days.
    for (const date of ["2026-03-30", "2026-03-24"])
      expect(inBerlin).toContain(`startDate=${date}"`);

    for (const zone of ["Mars%2FBase", "<b>", "x".repeat(5_000)]) {
      member.jar.set("edgeshot-time-zone", zone);
      expect(await shown()).toEqual(["Last", "After"]);
    }
  });

  it("The pages of a batch are in the order of its captures.", async () => {
    const member = await createMember();
    const batchId = "b".repeat(24);
    for (let index = 0; index < 25; index++)
      await seedScreenshot(member.accountId, { batchId, name: `Shot ${index}.` });
    const [first, second] = [
      await member.read(`/screenshots?batchId=${batchId}`),
      await member.read(`/screenshots?batchId=${batchId}&page=2`),
    ];
    expect(first).toContain("Shot 0.");
    expect(first).toMatch(/rel="next"[^>]*>Next</);
    expect(second).toContain("Shot 24.");
    expect(second).toMatch(/rel="prev"[^>]*>Previous</);
    for (const html of [first, second]) expect(html).not.toMatch(/>(Older|Newer)</);
    expect(await member.read("/screenshots")).toMatch(/rel="next"[^>]*>Older</);
  });

  it("The links between pages keep the filters.", async () => {
    const member = await createMember();
    for (let count = 0; count < 25; count++) await seedScreenshot(member.accountId);

    const html = await member.read("/screenshots?format=png&search=example");
    expect(html).toContain(`href="/screenshots?format=png&amp;search=example&amp;page=2"`);
    const long = await member.read("/screenshots?limit=48&view=list");
    expect(long.match(/class="shot"/g)).toHaveLength(25);
    expect(long).toContain(`class="shots rows"`);
    const last = await member.read("/screenshots?format=png&page=2");
    expect(last).toContain("Page 2 of 2");
  });

  it.each([
    ["page=0", "Must be an integer"],
    ["status=lost", "Must be one of"],
    ["startDate=soon", "Must be an ISO 8601 date"],
  ])("The gallery reports the error of the filter %s.", async (query, error) => {
    const answer = await (await createMember()).get(`/screenshots?${query}`);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(error);
  });
});

describe("the page of a screenshot", () => {
  it("The page shows the metadata and the options that differ from the defaults.", async () => {
    const member = await createMember(fakeRender());
    await member.post("/playground", { url, delay: "20", do: "capture" });
    const [record] = await recordsOf(member.accountId);

    const html = await member.read(`/screenshots/${record?.["id"]}`);

    for (const fact of ["1,280 × 1,024", "Completed", url, "<code>delay</code>", "<code>20</code>"])
      expect(html).toContain(fact);
    expect(html).not.toContain("response_type");
  });

  it("The preview of a PDF is described as the page on screen.", async () => {
    const member = await createMember();
    const id = await seedScreenshot(member.accountId, { format: "pdf", hasThumbnail: true });
    expect(await member.read(`/screenshots/${id}`)).toContain("Preview of the page on screen.");
  });

  it("The code of a capture with default options contains no options.", async () => {
    const member = await createMember();
    const html = await member.read(`/screenshots/${await seedScreenshot(member.accountId)}`);
    expect(html).toContain("{&quot;url&quot;:&quot;https://example.com/&quot;}");
  });

  it("The page shows why a capture failed.", async () => {
    const member = await createMember();
    const id = await seedScreenshot(member.accountId, {
      status: "failed",
      errorCode: "host_error",
      errorMessage: "The target could not be reached.",
      errorDetails: { reason: "ERR_NAME_NOT_RESOLVED", pending: ["<one>", "two"] },
      imageKey: null,
    });
    const html = await member.read(`/screenshots/${id}`);
    for (const fact of ["The target could not be reached.", "host_error", "ERR_NAME_NOT_RESOLVED"])
      expect(html).toContain(fact);
    expect(html).toContain("&lt;one&gt;, two");
    expect(html).not.toContain("Download");
  });

  it("A list shows which option of a failed capture is invalid.", async () => {
    const details = { "options.selector": "is not a valid CSS selector" };
    const error = new ServiceError("invalid_options", { details });
    const member = await createMember({ render: failingRender(error) });
    await member.post("/playground", { url, do: "capture" });
    expect(await member.read("/screenshots")).toContain(
      "options.selector: is not a valid CSS selector.",
    );
  });

  it("The page of a failed capture shows the error code and a remedy.", async () => {
    const member = await createMember();
    const failure = { status: "failed", errorCode: "navigation_timeout", imageKey: null } as const;
    const id = await seedScreenshot(member.accountId, { ...failure, errorMessage: "Too slow." });
    const html = await member.read(`/screenshots/${id}`);
    for (const text of [
      "Too slow.",
      "navigation_timeout",
      "set <code>wait_until</code>",
      `from=${id}`,
    ])
      expect(html).toContain(text);
  });

  it("The page links to the next newer and older screenshot of the account.", async () => {
    const [member, other] = [await createMember(), await createMember()];
    const at = (seconds: number) => ({ createdAt: new Date(seconds * 1000) });
    const oldest = await seedScreenshot(member.accountId, at(1));
    await seedScreenshot(other.accountId, at(2));
    const middle = await seedScreenshot(member.accountId, at(3));
    const newest = await seedScreenshot(member.accountId, at(4));

    const html = await member.read(`/screenshots/${middle}`);
    expect(html).toContain(`rel="prev" href="/screenshots/${newest}"`);
    expect(html).toContain(`rel="next" href="/screenshots/${oldest}"`);
    expect(await member.read(`/screenshots/${newest}`)).not.toContain(`rel="prev"`);
  });

  it("A screenshot can be captured again with the same options, without the cache.", async () => {
    const renderer = fakeRender();
    const member = await createMember(renderer);
    await member.post("/playground", { url, delay: "20", cache_ttl: "600", do: "capture" });
    const [record] = await recordsOf(member.accountId);

    const answer = await member.post(`/screenshots/${record?.["id"]}/again`);

    expect(answer.status).toBe(303);
    const [path = ""] = answer.headers.get("Location")?.split("?") ?? [];
    expect(path).not.toBe(`/screenshots/${record?.["id"]}`);
    expect(await member.read(path)).toContain("<code>delay</code>");
    expect(renderer.requests).toHaveLength(2);
    expect(renderer.requests[1]).toMatchObject({ source: { url }, options: { delay: 20 } });
  });

  it("The page shows why a repeated capture failed.", async () => {
    const error = new ServiceError("host_error", { details: { reason: "ERR_TIMED_OUT" } });
    const member = await createMember({ render: failingRender(error) });
    const id = await seedScreenshot(member.accountId);
    const answer = await member.post(`/screenshots/${id}/again`);
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain("ERR_TIMED_OUT");
    const html = await seedScreenshot(member.accountId, { url: "about:blank" });
    const document = await member.post(`/screenshots/${html}/again`);
    expect(document.headers.get("Location")).toBe(`/playground?from=${html}`);
  });

  it("The downloaded file has the name of the screenshot.", async () => {
    const member = await createMember(fakeRender());
    await member.post("/playground", { url, name: "Front page", do: "capture" });
    const [record] = await recordsOf(member.accountId);

    const file = await member.get(`/screenshots/${record?.["id"]}/file`);

    expect(file.headers.get("Content-Disposition")).toBe('attachment; filename="Front page.png"');
    expect(file.headers.get("Content-Type")).toBe("image/png");
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(imageBytes);
  });

  it("A screenshot can be renamed, and an empty name removes the name.", async () => {
    const member = await createMember();
    const id = await seedScreenshot(member.accountId);

    const named = await member.post(`/screenshots/${id}`, { name: "  Front page " });
    expect(named.headers.get("Location")).toBe(`/screenshots/${id}?done=screenshot-renamed`);
    expect(await findRecord(id)).toMatchObject({ name: "Front page" });
    await member.post(`/screenshots/${id}`, { name: "" });
    expect(await findRecord(id)).toMatchObject({ name: null });

    const refused = await member.post(`/screenshots/${id}`, { name: "n".repeat(101) });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("n".repeat(101));
    expect(await findRecord(id)).toMatchObject({ name: null });
  });

  it("Deleting a screenshot deletes its image.", async () => {
    const member = await createMember(fakeRender());
    await member.post("/playground", { url, do: "capture" });
    const [record] = await recordsOf(member.accountId);

    const deleted = await member.post(`/screenshots/${record?.["id"]}/delete`);

    expect(deleted.headers.get("Location")).toBe("/screenshots?done=screenshot-deleted");
    expect((await member.get(`/screenshots/${record?.["id"]}`)).status).toBe(404);
    expect(await env.IMAGES.head(String(record?.["image_key"]))).toBeNull();
  });

  it("The pages and actions of a screenshot respond with 404 to other accounts.", async () => {
    const [member, owner] = [await createMember(), await createMember()];
    const id = await seedScreenshot(owner.accountId, { name: "Mine" });

    for (const answer of [
      await member.get(`/screenshots/${id}`),
      await member.get(`/screenshots/${id}/file`),
      await member.get(`/playground?from=${id}`),
      await member.post(`/screenshots/${id}`, { name: "Yours" }),
      await member.post(`/screenshots/${id}/again`),
      await member.post(`/screenshots/${id}/delete`),
    ]) {
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain("Mine");
    }
    expect(await findRecord(id)).toMatchObject({ name: "Mine", deleted_at: null });
  });
});
