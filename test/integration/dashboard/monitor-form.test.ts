// The form of a monitor, tested without a browser: errors of fields, rectangles, saved settings and secrets.
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { fakeRender } from "../../support/fake-render.ts";
import { createMember } from "../../support/visitor.ts";

const valid = {
  do: "save",
  name: "Prices",
  url: "https://example.com/prices",
  scheduleKind: "cron",
  cron: "0 9 * * 1-5",
  timeZone: "Europe/Berlin",
  confirm: "on",
  notify: "on",
  enabled: "on",
};

type Row = {
  id: string;
  next_run_at: number;
  capture_order: string;
  compare: string;
  schedule: string;
};

async function monitorOf(accountId: string): Promise<Row> {
  const row = await env.DB.prepare("SELECT * FROM monitors WHERE account_id = ?")
    .bind(accountId)
    .first<Row>();
  if (row === null) throw new Error("The account has no monitor.");
  return row;
}

it("The form creates a monitor with all settings, and shows them again.", async () => {
  const member = await createMember();
  const settings = {
    ...valid,
    full_page: "true",
    threshold: "0.2",
    minRatio: "0.01",
    ignoreSelectors: ".clock\r\n\r\n#visitors",
    // Rows may be empty, and their numbers may have gaps.
    "ignore.0.x": "",
    "ignore.0.y": "",
    "ignore.0.width": "",
    "ignore.0.height": "",
    "ignore.3.x": "10",
    "ignore.3.y": "20",
    "ignore.3.width": "30",
    "ignore.3.height": "40",
  };
  const answer = await member.post("/monitors/new", settings);

  const { id, ...stored } = await monitorOf(member.accountId);
  expect(answer.headers.get("Location")).toBe(`/monitors/${id}?done=monitor-created`);
  expect(JSON.parse(stored.compare)).toEqual({
    threshold: 0.2,
    minRatio: 0.01,
    ignore: [{ x: 10, y: 20, width: 30, height: 40 }],
    ignoreSelectors: [".clock", "#visitors"],
    confirm: true,
  });
  expect(JSON.parse(stored.schedule)).toEqual({ cron: "0 9 * * 1-5", timeZone: "Europe/Berlin" });
  expect(JSON.parse(stored.capture_order)).toMatchObject({
    options: { full_page: true, format: "png" },
  });
  const html = await member.read(`/monitors/${id}/edit`);
  expect(html).toMatch(/name="ignore.0.width"[^>]*value="30"/);
  expect(html).toMatch(/name="full_page"[^>]*checked/);
  expect(html).toContain(".clock\n#visitors");
});

it("Each invalid setting is an error of its field, and the entered values remain.", async () => {
  const member = await createMember();
  const answer = await member.post("/monitors/new", {
    ...valid,
    name: "",
    url: "nonsense",
    cron: "* * * * *",
    threshold: "2",
    ignoreSelectors: "((",
    "ignore.5.x": "-1",
    delay: "soon",
  });

  expect(answer.status).toBe(422);
  const html = await answer.text();
  const faults = ["name", "url", "cron", "threshold", "ignoreSelectors", "ignore.0.x", "delay"];
  for (const field of [...faults, "ignore.0.width"])
    expect(html, field).toContain(`id="${field}-fault"`);
  expect(html).toContain("Must not run more often than every 5 minutes.");
  expect(html).toMatch(/name="ignore.0.x"[^>]*value="-1"/);

  const empty = await (await member.post("/monitors/new", { ...valid, name: " ", url: "" })).text();
  for (const field of ["name", "url"])
    expect(empty, field).toContain(`id="${field}-fault">Is required.<`);

  const zone = await member.post("/monitors/new", { ...valid, timeZone: "Berlin" });
  expect(await zone.text()).toContain('id="timeZone-fault"');
  const target = await member.post("/monitors/new", { ...valid, url: "http://10.0.0.1/" });
  expect(await target.text()).toContain('id="url-fault"');
  const pinned = await member.post("/monitors/new", { ...valid, baseline: "0".repeat(24) });
  expect(await pinned.text()).toContain('id="baseline-fault"');
  expect(await member.read("/monitors")).toContain("No monitors yet");
});

it("The form of a monitor shows its next run while the schedule is unchanged.", async () => {
  const member = await createMember();
  const schedule = { scheduleKind: "every", every: "6h" };
  await member.post("/monitors/new", { ...valid, ...schedule });
  const { id } = await monitorOf(member.accountId);
  const next = new Date(Date.now() + 3 * 60 * 60 * 1000);
  await env.DB.prepare("UPDATE monitors SET next_run_at = ? WHERE id = ?")
    .bind(next.getTime(), id)
    .run();

  const edit = await member.read(`/monitors/${id}/edit`);
  const path = `/monitors/schedule?monitor=${id}`;
  expect(edit).toContain(`data-live-action="${path}"`);
  const preview = async (visitor: typeof member, fields: Record<string, string>) =>
    (await visitor.post(path, fields)).text();
  for (const html of [edit, await preview(member, schedule)]) {
    expect(html).toContain(next.toISOString());
    expect(html).toContain(new Date(next.getTime() + 6 * 60 * 60 * 1000).toISOString());
  }
  expect(await preview(member, { ...schedule, every: "7h" })).not.toContain(next.toISOString());
  expect(await preview(await createMember(), schedule)).toContain("This page does not exist");
});

it("Unchanged options keep their secrets, and an unchanged schedule keeps its next run.", async () => {
  const member = await createMember();
  await member.post("/monitors/new", { ...valid, headers: '{"X-Secret": "hidden"}' });
  const before = await monitorOf(member.accountId);
  const edit = `/monitors/${before.id}/edit`;
  const html = await member.read(edit);
  expect(html).toContain("stored encrypted");
  expect(html).not.toContain("X-Secret");

  await member.post(edit, { ...valid, name: "Other name" });
  const renamed = await monitorOf(member.accountId);
  expect(renamed).toMatchObject({ name: "Other name", next_run_at: before.next_run_at });
  expect(JSON.parse(renamed.capture_order)).toEqual(JSON.parse(before.capture_order));

  await member.post(edit, { ...valid, full_page: "true" });
  const changed = await monitorOf(member.accountId);
  expect(JSON.parse(changed.capture_order)).not.toHaveProperty("secrets");
});

it("The form describes the schedule and adds a rectangle without saving anything.", async () => {
  const member = await createMember();
  const described = await member.post("/monitors/new", { ...valid, do: "schedule" });
  expect(await described.text()).toContain("Every weekday at 09:00, Europe/Berlin");
  const every = { scheduleKind: "every", every: "1h", do: "schedule" };
  expect(await (await member.post("/monitors/new", { ...valid, ...every })).text()).toContain(
    "<strong>Every hour</strong>",
  );
  const added = await member.post("/monitors/new", { ...valid, do: "add", "ignore.0.x": "5" });
  expect((await added.text()).match(/data-rectangle=/g)).toHaveLength(3);
  expect(await member.read("/monitors")).toContain("No monitors yet");
});

it("A preview costs one capture, and the form draws the rectangles on it.", async () => {
  const member = await createMember(fakeRender());
  const rectangle = { "ignore.0.x": "1", "ignore.0.y": "2", "ignore.0.width": "3" };
  const answer = await member.post("/monitors/new", {
    ...valid,
    ...rectangle,
    "ignore.0.height": "4",
    do: "capture",
  });
  const html = await answer.text();
  expect(html).toMatch(/<rect x="1" y="2" width="3" height="4"/);
  const preview = /name="preview" value="([0-9a-f]{24})"/.exec(html)?.[1] ?? "";
  // An error keeps the preview.
  const again = await member.post("/monitors/new", { ...valid, preview, name: "" });
  expect(await again.text()).toContain(`value="${preview}"`);
});
