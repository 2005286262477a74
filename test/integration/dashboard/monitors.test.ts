// The pages of monitors, tested without a browser: access, the marks of runs, actions and comparisons.
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { newMonitorBody, type RunState } from "../../../src/contract/monitors.ts";
import { plans } from "../../../src/contract/plans.ts";
import { createMonitor } from "../../../src/domain/monitors/create.ts";
import { createId } from "../../../src/lib/ids.ts";
import { createDatabase } from "../../../src/storage/database.ts";
import { monitorRuns } from "../../../src/storage/schema.ts";
import { wire } from "../../../src/wiring.ts";
import { seedScreenshot } from "../../support/screenshots.ts";
import { createMember } from "../../support/visitor.ts";

const url = "https://example.com/prices";

async function seedMonitor(accountId: string, settings: Record<string, unknown> = {}) {
  const ctx = wire(env, createExecutionContext(), () => {});
  const schedule = { cron: "0 9 * * 1-5", timeZone: "Europe/Berlin" };
  const body = newMonitorBody.parse({ name: "Prices", url, schedule, ...settings });
  const caller = {
    accountId,
    plan: "free" as const,
    subscriptionStatus: "active" as const,
    limits: plans.free.limits,
    storageUsedBytes: 0,
  };
  return (await createMonitor(ctx, caller, body)).id;
}

/** Inserts a finished run. `minute` orders the runs. */
async function seedRun(
  monitorId: string,
  minute: number,
  status: RunState,
  fields: Partial<typeof monitorRuns.$inferInsert> = {},
) {
  const at = new Date(Date.UTC(2026, 0, 1, 9, minute));
  const run = { id: createId(at), monitorId, status, stepAt: at, dueAt: at, startedAt: at };
  await createDatabase(env.DB)
    .insert(monitorRuns)
    .values({ ...run, finishedAt: at, ...fields });
  return run.id;
}

const result = {
  changed: true,
  ratio: 0.0123,
  pixels: 100,
  width: 1280,
  height: 1024,
  regions: [{ x: 500, y: 400, width: 20, height: 10, pixels: 100 }],
};

it("The pages and actions of a monitor respond with 404 to other accounts.", async () => {
  const [member, owner] = [await createMember(), await createMember()];
  const id = await seedMonitor(owner.accountId);
  const [beforeId, screenshotId] = [await seedScreenshot(owner.accountId), createId(new Date())];
  const run = await seedRun(id, 1, "changed", { beforeId, screenshotId, result });

  for (const answer of [
    await member.get(`/monitors/${id}`),
    await member.get(`/compare?run=${run}`),
    await member.post(`/monitors/${id}/run`),
    await member.post(`/monitors/${id}/pause`),
    await member.post(`/monitors/${id}/resume`),
    await member.post(`/monitors/${id}/baseline`, { baseline: "previous" }),
    await member.post(`/monitors/${id}/delete`),
  ]) {
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain(url);
  }
  expect(await member.read("/monitors")).not.toContain(url);
  expect(await owner.read("/monitors")).toContain(url);
});

it("The list shows the schedule in words and the last twelve runs with text alternatives.", async () => {
  const member = await createMember();
  const id = await seedMonitor(member.accountId);
  await seedRun(id, 0, "failed");
  for (let minute = 1; minute < 11; minute++) await seedRun(id, minute, "same");
  await seedRun(id, 11, "changed", { beforeId: createId(new Date()), result });
  await seedRun(id, 12, "skipped");

  const html = await member.read("/monitors");
  expect(html).toContain("Every weekday at 09:00, Europe/Berlin");
  // The script of the page adds the name of the user's time zone.
  expect(html).toMatch(/data-local="zone">[^<]* UTC</);
  const marks = [...html.matchAll(/<li class="run-mark (\w+)" title="([^"]+)">/g)];
  expect(marks).toHaveLength(12);
  expect(marks.map(([, status]) => status)).toEqual([
    ...Array.from({ length: 10 }, () => "same"),
    "changed",
    "skipped",
  ]);
  expect(marks.at(-2)?.[2]).toBe("Changed, 1.2 %, Jan 1, 2026, 09:11 UTC");
  expect(marks.at(-1)?.[2]).toBe("Skipped, Jan 1, 2026, 09:12 UTC");
});

it("The page of a monitor pauses, resumes, pins a baseline and deletes.", async () => {
  const member = await createMember();
  const id = await seedMonitor(member.accountId);
  const screenshotId = await seedScreenshot(member.accountId, { monitorId: id });
  await seedRun(id, 1, "same", { screenshotId });

  await member.post(`/monitors/${id}/pause`);
  const paused = await member.read(`/monitors/${id}?done=monitor-paused`);
  expect(paused).toContain("Monitor paused.");
  expect(paused).toContain("Not scheduled");
  await member.post(`/monitors/${id}/resume`);
  expect(await member.read(`/monitors/${id}`)).not.toContain("Not scheduled");

  await member.post(`/monitors/${id}/baseline`, { baseline: screenshotId });
  expect(await member.read(`/monitors/${id}`)).toContain("A pinned screenshot");
  const refused = await member.post(`/monitors/${id}/baseline`, {
    baseline: await seedScreenshot(member.accountId, { format: "pdf" }),
  });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("only png can be compared");
  await member.post(`/monitors/${id}/baseline`, { baseline: "previous" });
  expect(await member.read(`/monitors/${id}`)).toContain("The previous run");

  const deleted = await member.post(`/monitors/${id}/delete`);
  expect(deleted.headers.get("Location")).toBe("/monitors?done=monitor-deleted");
  expect(await member.read("/monitors")).toContain("No monitors yet");
});

it("Two selected runs are compared in the order of their captures.", async () => {
  const member = await createMember();
  const id = await seedMonitor(member.accountId);
  const later = await seedScreenshot(member.accountId, { createdAt: new Date(2000) });
  const earlier = await seedScreenshot(member.accountId, { createdAt: new Date(1000) });

  const answer = await member.get(`/monitors/${id}/compare?id=${later}&id=${earlier}`);
  expect(answer.headers.get("Location")).toBe(
    `/compare?before=${earlier}&after=${later}&monitor=${id}`,
  );
});

it("A wrong number of selected runs keeps the page of the timeline and the selection, with a message.", async () => {
  const member = await createMember();
  const id = await seedMonitor(member.accountId);
  const screenshots: string[] = [];
  // 24 runs on each page.
  for (let minute = 0; minute < 27; minute++) {
    const screenshotId = await seedScreenshot(member.accountId, { monitorId: id });
    await seedRun(id, minute, "same", { screenshotId });
    screenshots.push(screenshotId);
  }
  const [one, two, three] = screenshots;
  const box = (screenshotId = "") => `<input type="checkbox" name="id" value="${screenshotId}"`;
  expect(await member.read(`/monitors/${id}?page=2`)).toContain(
    `<input type="hidden" name="page" value="2"`,
  );

  const several = await member.get(
    `/monitors/${id}/compare?page=2&id=${one}&id=${two}&id=${three}`,
  );
  const kept = several.headers.get("Location") ?? "";
  expect(kept).toBe(`/monitors/${id}?page=2&refused=${one}.${two}.${three}`);
  const html = await member.read(kept);
  expect(html).toContain("Select two runs to compare them.");
  for (const screenshotId of [one, two, three])
    expect(html).toContain(`${box(screenshotId)} checked`);

  const none = await member.get(`/monitors/${id}/compare?page=2`);
  const empty = await member.read(none.headers.get("Location") ?? "");
  expect(empty).toContain("Select two runs to compare them.");
  expect(empty).toContain(box(one));
  expect(empty).not.toContain("checked");

  const first = screenshots.at(-1);
  const more = await member.get(
    `/monitors/${id}/compare?page=2&first=${first}&id=${one}&id=${two}`,
  );
  const both = await member.read(more.headers.get("Location") ?? "");
  expect(both).toContain("Select one run to compare it with the selected one.");
  expect(both).toContain(">Selected: the run of");
  expect(both).toContain(`${box(two)} checked`);
});

it("Two runs of different pages of the timeline can be compared, and a date opens a page.", async () => {
  const member = await createMember();
  const id = await seedMonitor(member.accountId);
  const oldest = await seedScreenshot(member.accountId, { createdAt: new Date(1000) });
  const newest = await seedScreenshot(member.accountId, { createdAt: new Date(2000) });
  await seedRun(id, 0, "first", { screenshotId: oldest });
  // 24 runs on each page.
  for (let minute = 1; minute < 49; minute++) await seedRun(id, minute * 60, "same");
  await seedRun(id, 49 * 60, "same", { screenshotId: newest });

  const one = await member.get(`/monitors/${id}/compare?id=${newest}`);
  expect(one.headers.get("Location")).toBe(`/monitors/${id}?first=${newest}`);
  const selected = await member.read(`/monitors/${id}?first=${newest}`);
  expect(selected).toContain(">Selected</span>");
  expect(selected).not.toContain(`<input type="checkbox" name="id" value="${newest}"`);
  expect(selected).toContain(`href="/monitors/${id}?page=2&amp;first=${newest}"`);
  const last = await member.read(`/monitors/${id}?page=3&first=${newest}`);
  expect(last).toContain(`<input type="hidden" name="first" value="${newest}"`);
  expect(last).toContain(`<input type="checkbox" name="id" value="${oldest}"`);
  const both = await member.get(`/monitors/${id}/compare?page=3&first=${newest}&id=${oldest}`);
  expect(both.headers.get("Location")).toBe(
    `/compare?before=${oldest}&after=${newest}&monitor=${id}`,
  );
  const foreign = await seedScreenshot((await createMember()).accountId);
  expect(await member.read(`/monitors/${id}?first=${foreign}`)).not.toContain(foreign);

  // The runs are at 9 o'clock of January 1, 2026, and every hour after that.
  for (const [day, page] of [
    ["2026-01-04", 1],
    ["2026-01-02", 1],
    ["2026-01-01", 2],
    ["2025-01-01", 3],
    ["nonsense", 1],
  ] as const) {
    const answer = await member.get(`/monitors/${id}/day?day=${day}&first=${newest}`);
    const query = page === 1 ? "" : `page=${page}&`;
    expect(answer.headers.get("Location"), day).toBe(`/monitors/${id}?${query}first=${newest}`);
  }
});

it("The comparison of a run shows its stored result, also after its screenshots were deleted.", async () => {
  const member = await createMember();
  const id = await seedMonitor(member.accountId);
  const after = await seedScreenshot(member.accountId);
  const beforeId = createId(new Date());
  const run = await seedRun(id, 1, "changed", { beforeId, screenshotId: after, result });

  const html = await member.read(`/compare?run=${run}&region=1`);
  expect(html).toContain("1.2 % of the pixels differ");
  expect(html).toContain("The screenshot was deleted.");
  // The region is in the middle of the visible part.
  expect(html).toContain('viewBox="330 333 360 144"');
  const unfinished = await seedRun(id, 2, "failed", { screenshotId: after });
  expect((await member.get(`/compare?run=${unfinished}`)).status).toBe(404);
});

it("The comparison shows both screenshots completely, and aligns each part that moved.", async () => {
  const member = await createMember();
  const id = await seedMonitor(member.accountId);
  const before = await seedScreenshot(member.accountId, { height: 1000 });
  const after = await seedScreenshot(member.accountId, { height: 800 });
  const compare = async (moved: object) => {
    // Old comparisons have the height of the later screenshot.
    const stored = { ...result, height: 800, ...moved };
    const fields = { beforeId: before, screenshotId: after, result: stored };
    return member.read(`/compare?run=${await seedRun(id, 1, "changed", fields)}`);
  };

  const shifts = [
    { y: 100, rows: 40 },
    { y: 500, rows: -60 },
  ];
  const html = await compare({ shiftedBy: 40, shifts });
  expect(html).toContain("Rows were inserted or removed at 2 places.");
  expect(html).toContain("Most moved content is 40 pixels lower.");
  expect(html).toContain('<svg viewBox="0 0 1280 1000" role="img"');
  for (const [y, height, from] of [
    [0, 100, 0],
    [140, 360, 100],
    [500, 480, 520],
  ] as const)
    expect(html).toContain(
      `<svg y="${y}" width="1280" height="${height}" viewBox="0 ${from} 1280 ${height}">`,
    );
  // The place of the shift was not stored.
  expect(await compare({ shiftedBy: -60 })).toContain(
    '<svg y="0" width="1280" height="940" viewBox="0 60 1280 940">',
  );
});
