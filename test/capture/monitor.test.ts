// A monitor through the real queue and the real browser, with a real receiver of its events.
import { env } from "cloudflare:workers";
import { expect, inject, it } from "vitest";
import type { CompareAnswer } from "../../src/contract/compare.ts";
import type { MonitorAnswer, RunData } from "../../src/contract/monitors.ts";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { expectConsistentLedger } from "../support/ledger.ts";
import { createMonitor, listRuns, makeDue } from "../support/monitors.ts";
import { sweep } from "../support/queue.ts";
import { recordsOf, usedCredits } from "../support/records.ts";
import { createReceiver, createWebhook, verify } from "../support/webhooks.ts";

const WIDTH = 400;
const soon = { timeout: 30_000, interval: 100 };

type Content = { box?: [left: number, top: number]; spot?: boolean; bannerPx?: number };

/**
 * A page of text with the given elements and with clocks that differ in every capture. Parts of the clocks are visible
 * although the element around them is not, and one clock is in a shadow root.
 */
function pageWith({ box, spot = false, bannerPx = 0 }: Content = {}): string {
  const square = ([left, top]: [number, number], colour: string) =>
    `<div style="position:absolute;left:${left}px;top:${top}px;width:30px;height:20px;background:${colour}"></div>`;
  const lines = Array.from({ length: 30 }, (_, i) => `<p>Line ${i} of ${i * 7919}</p>`).join("");
  return `<!doctype html><link rel=icon href="data:,"><style>
      body { margin: 0; font: 12px sans-serif } p { margin: 0; height: 16px } .clock { height: 24px }
      .clock, .clock b, .clock::after { font-size: 20px; line-height: 24px; transition: all 9s; visibility: visible !important }
      body .clock#clock::after { content: attr(title); opacity: 1 !important }
    </style>
    <div style="height:${bannerPx}px;background:gold"></div>
    <div style="position:relative">
      <div class="clock" id="clock"><b style="visibility:visible!important"></b></div>${lines}
      <div id="host" style="position:absolute;top:100px;left:200px"></div>
      ${box === undefined ? "" : square(box, "navy")} ${spot ? square([200, 300], "red") : ""}
    </div>
    <script>
      const time = () => Math.random().toString().slice(2, 10);
      document.querySelector(".clock b").textContent = time();
      document.querySelector(".clock").title = time();
      host.attachShadow({ mode: "open" }).innerHTML = "<h1 class=clock>" + time() + "</h1>";
    </script>`;
}

/** Creates a page that the test can change, and a monitor of it with a receiver of its events. */
async function watch() {
  const { key, accountId } = await seedAccount();
  const api = createApi();
  const url = `${inject("site").origin}/variable?id=${crypto.randomUUID()}`;
  const show = async (html: string) => void (await fetch(url, { method: "POST", body: html }));
  const receiver = createReceiver();
  const events = ["monitor.changed", "monitor.failed", "monitor.recovered"];
  const { secret } = await createWebhook(api, key, { url: receiver.url, events });
  const { _id: id } = await createMonitor(api, key, {
    url,
    options: { viewport_width: WIDTH, viewport_height: 300, full_page: true },
    compare: { ignoreSelectors: [".clock", ".other[open"] },
  });

  const runs = () => listRuns(api, key, id);
  const lastRun = async () => (await runs()).at(-1);
  /** Performs one run. The first capture shows `html`, and the second capture shows `confirmed`. */
  const run = async (html: string, confirmed = html): Promise<RunData | undefined> => {
    await show(html);
    const before = (await runs()).length;
    await makeDue(id);
    await sweep();
    const isOver = (state: string | undefined) => state !== "capturing" && state !== "confirming";
    await expect.poll(async () => (await runs()).length, soon).toBe(before + 1);
    await expect.poll(async () => (await lastRun())?.status, soon).not.toBe("capturing");
    if ((await lastRun())?.status === "confirming") {
      await show(confirmed);
      await passConfirmationDelay((await lastRun())?._id ?? "");
    }
    await expect.poll(async () => isOver((await lastRun())?.status), soon).toBe(true);
    return lastRun();
  };
  const received = async () =>
    (await receiver.received())
      .map((request) => verify(secret, request))
      .toSorted((a, b) => a.timestamp.localeCompare(b.timestamp));
  const monitor = async () =>
    (await (await api.get(`/v1/monitors/${id}`, { key })).json<MonitorAnswer>()).data;
  return { api, accountId, id, run, runs, received, monitor };
}

/** Makes the second capture due now instead of in 30 seconds, and queues the step that starts it. */
async function passConfirmationDelay(runId: string): Promise<void> {
  await env.DB.prepare("UPDATE monitor_runs SET confirm_at = ? WHERE id = ?")
    .bind(Date.now(), runId)
    .run();
  await env.CAPTURES.send({ monitorRunId: runId });
}

it("Ten runs announce exactly the changes of the page with their regions, and the ledger is consistent.", async () => {
  const { api, accountId, id, run, runs, received, monitor } = await watch();
  const plain = pageWith();
  const boxed = pageWith({ box: [100, 50] });
  const shifted = pageWith({ box: [100, 50], bannerPx: 40 });

  await run(plain);
  await run(plain);
  await run(boxed);
  await run(boxed);
  // A spot that only the first capture shows is not reported as a change.
  await run(pageWith({ box: [100, 50], spot: true }), boxed);
  await run(shifted);
  await run("");
  await run(shifted);
  const moved = pageWith({ box: [250, 200], bannerPx: 40 });
  await run(moved);
  await run(moved);

  const all = await runs();
  expect(all.map(({ status }) => status)).toEqual([
    "first",
    "same",
    "changed",
    "same",
    "same",
    "changed",
    "failed",
    "same",
    "changed",
    "same",
  ]);
  const box = (x: number, y: number) => ({ x, y, width: 30, height: 20, pixels: 600 });
  const planted = [
    { run: all[2], found: { regions: [box(100, 50)], pixels: 600 } },
    {
      run: all[5],
      found: {
        shiftedBy: 40,
        regions: [{ x: 0, y: 0, width: WIDTH, height: 40, pixels: WIDTH * 40 }],
        pixels: WIDTH * 40,
      },
    },
  ];
  for (const { run: changed, found } of planted) expect(changed?.comparison).toMatchObject(found);
  const places = all[8]?.comparison?.regions.map(({ x, y, width, height }) => [
    x,
    y,
    width,
    height,
  ]);
  expect(places?.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
    [100, 90, 30, 20],
    [250, 240, 30, 20],
  ]);

  await expect.poll(async () => (await received()).length, soon).toBe(5);
  const events = await received();
  expect(
    events.map(({ event, data }) => [event, "monitor" in data ? data.monitor.runId : undefined]),
  ).toEqual([
    ["monitor.changed", all[2]?._id],
    ["monitor.changed", all[5]?._id],
    ["monitor.failed", all[6]?._id],
    ["monitor.recovered", all[7]?._id],
    ["monitor.changed", all[8]?._id],
  ]);
  for (const { data } of events) {
    if (!("change" in data)) continue;
    const announced = all.find(({ _id }) => _id === data.monitor.runId)?.comparison;
    expect(data.change).toMatchObject({
      regions: announced?.regions,
      before: announced?.before,
      after: announced?.after,
    });
    const diff = await api.get(new URL(data.change.diffUrl ?? "").pathname);
    expect(diff.headers.get("Content-Type")).toBe("image/png");
    await diff.arrayBuffer();
  }
  expect(events[2]).toMatchObject({ data: { reason: "host_error" } });

  // Nine captures cost a credit, the failed one is refunded, and four captures confirm or refute a change.
  await expectConsistentLedger(accountId);
  expect(await usedCredits(accountId)).toBe(9);
  const records = await recordsOf(accountId);
  expect(records).toHaveLength(14);
  expect(records.filter(({ cost }) => cost === 0)).toHaveLength(4);
  expect(records.every(({ monitor_id }) => monitor_id === id)).toBe(true);
  expect(await monitor()).toMatchObject({
    state: "ok",
    lastRun: { _id: all[9]?._id },
    lastChange: { _id: all[8]?._id },
  });
}, 120_000);

it("Anti-aliased text that moves by up to three quarters of a pixel is no change, and other changes of text are.", async () => {
  const { key } = await seedAccount();
  const api = createApi();
  const styles = [
    "font:11px sans-serif",
    "font:16px serif",
    "font:200 15px 'DejaVu Sans'",
    "font:bold 14px sans-serif;color:#c00",
    "font:italic 13px serif;color:#888",
    "font:13px monospace;color:#fff;background:#123",
    "font:28px serif;color:#036;background:#fe8",
  ];
  const ROW_PX = 44;
  type Page = { moved?: number; text?: string; more?: string; line?: boolean };
  const capture = async ({ moved = 0, text = "3 grey edges, 1847", more, line }: Page) => {
    const rows = styles.map(
      (style) =>
        `<div style="height:${ROW_PX}px;overflow:hidden;${/background.*/.exec(style)?.[0] ?? ""}">
           <div style="${style};${more ?? ""};transform:translate(${moved}px,${moved / 2}px)">${text}</div>
         </div>`,
    );
    const rule = `<div style="position:absolute;top:50px;left:5px;width:90px;height:1px;background:red">`;
    const html = `<!doctype html><body style="margin:8px">${rows.join("")}${line ? rule : ""}`;
    const options = { viewport_width: WIDTH, viewport_height: 330, response_type: "json" };
    const answer = await api.post("/v1/capture", { html, options }, { key });
    return (await answer.json<{ data: { id: string } }>()).data.id;
  };
  const compare = async (before: string, after: string, settings = {}) => {
    const answer = await api.post("/v1/compare", { before, after, ...settings }, { key });
    expect(answer.status).toBe(201);
    return (await answer.json<CompareAnswer>()).data;
  };

  const still = await capture({});
  for (const moved of [0.25, 0.4, 0.5, 0.75]) {
    const after = await capture({ moved });
    expect(await compare(still, after), `${moved} px`).toMatchObject({
      changed: false,
      regions: [],
    });
    const edges = await compare(still, after, { antialiasing: true });
    expect(edges.pixels).toBeGreaterThan(500);
  }
  const changes: [Page, least: number][] = [
    [{ moved: 1 }, 1_000],
    [{ more: "color:#4a4" }, 1_000],
    [{ text: "3 grey edges, 1947" }, 50],
    [{ moved: 0.5, text: "3 grey edges, 1347" }, 50],
    [{ moved: 0.5, text: "8 grey edges, 1847" }, 50],
    [{ moved: 0.25, text: "3 grey edges, 1847." }, 10],
  ];
  for (const [page, least] of changes) {
    const { pixels, regions } = await compare(still, await capture(page));
    expect(pixels, JSON.stringify(page)).toBeGreaterThan(least);
    const isFound = (_: string, row: number) =>
      regions.some(({ y, height }) => y < 8 + (row + 1) * ROW_PX && y + height > 8 + row * ROW_PX);
    expect(styles.filter(isFound), JSON.stringify(page)).toEqual(styles);
  }
  const { regions } = await compare(still, await capture({ moved: 0.5, line: true }));
  expect(regions).toEqual([{ x: 5, y: 50, width: 90, height: 1, pixels: 90 }]);
});
