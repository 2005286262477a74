// The gallery and the page of a screenshot, without a browser: what they show and refuse.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { picture, fakeRender } from "../../support/fake-render.ts";
import { findRecord, recordsOf } from "../../support/records.ts";
import { seedScreenshot, seedUnfinished } from "../../support/screenshots.ts";
import { createMember } from "../../support/visitor.ts";

const url = "https://example.com/page";

describe("the gallery", () => {
  it("shows the account's own screenshots, newest first, and nobody else's", async () => {
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

  it("shows thumbnails, and says why there is none", async () => {
    const member = await createMember();
    await seedScreenshot(member.accountId, {
      imageKey: `${"a".repeat(32)}.png`,
      hasThumbnail: true,
    });
    await seedScreenshot(member.accountId, { imageKey: null });
    await seedScreenshot(member.accountId, { status: "failed", imageKey: null });
    await seedUnfinished(member.accountId);

    const html = await member.read("/screenshots");

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
    const html = await member.read(`/screenshots?${filters}`);

    expect(html).toContain("Wanted");
    expect(html).not.toContain("Other");
    expect(html).toContain("1 screenshot found.");
    expect(html).toContain(`value="WANTED"`);
  });

  it("keeps its filters from page to page", async () => {
    const member = await createMember();
    for (let count = 0; count < 25; count++) await seedScreenshot(member.accountId);

    const html = await member.read("/screenshots?format=png&search=example");
    expect(html).toContain(`href="/screenshots?format=png&amp;search=example&amp;page=2"`);
    const last = await member.read("/screenshots?format=png&page=2");
    expect(last).toContain("Page 2 of 2");
  });

  it.each([
    ["page=0", "Must be an integer"],
    ["status=lost", "Must be one of"],
    ["startDate=soon", "Must be an ISO 8601 date"],
  ])("says what is wrong with %s", async (query, fault) => {
    const answer = await (await createMember()).get(`/screenshots?${query}`);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(fault);
  });
});

describe("a screenshot", () => {
  it("shows what it is and what was asked for", async () => {
    const member = await createMember(fakeRender());
    await member.post("/playground", { url, delay: "20", do: "capture" });
    const [record] = await recordsOf(member.accountId);

    const html = await member.read(`/screenshots/${record?.["id"]}`);

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
    const html = await member.read(`/screenshots/${id}`);
    expect(html).toContain("The target could not be reached.");
    expect(html).not.toContain("Download");
  });

  it("can be taken along under its name", async () => {
    const member = await createMember(fakeRender());
    await member.post("/playground", { url, name: "Front page", do: "capture" });
    const [record] = await recordsOf(member.accountId);

    const file = await member.get(`/screenshots/${record?.["id"]}/file`);

    expect(file.headers.get("Content-Disposition")).toBe('attachment; filename="Front page.png"');
    expect(file.headers.get("Content-Type")).toBe("image/png");
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(picture);
  });

  it("is renamed, and loses its name", async () => {
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

  it("is deleted with its image", async () => {
    const member = await createMember(fakeRender());
    await member.post("/playground", { url, do: "capture" });
    const [record] = await recordsOf(member.accountId);

    const deleted = await member.post(`/screenshots/${record?.["id"]}/delete`);

    expect(deleted.headers.get("Location")).toBe("/screenshots?done=screenshot-deleted");
    expect((await member.get(`/screenshots/${record?.["id"]}`)).status).toBe(404);
    expect(await env.IMAGES.head(String(record?.["image_key"]))).toBeNull();
  });

  it("is not there for another account, whatever is asked of it", async () => {
    const [member, owner] = [await createMember(), await createMember()];
    const id = await seedScreenshot(owner.accountId, { name: "Mine" });

    for (const answer of [
      await member.get(`/screenshots/${id}`),
      await member.get(`/screenshots/${id}/file`),
      await member.get(`/playground?from=${id}`),
      await member.post(`/screenshots/${id}`, { name: "Yours" }),
      await member.post(`/screenshots/${id}/delete`),
    ]) {
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain("Mine");
    }
    expect(await findRecord(id)).toMatchObject({ name: "Mine", deleted_at: null });
  });
});
