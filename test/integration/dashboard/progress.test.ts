// Captures in progress: batches and pending screenshots.
import { expect, it } from "vitest";
import { createId } from "../../../src/lib/ids.ts";
import { seedScreenshot, seedUnfinished } from "../../support/screenshots.ts";
import { createMember } from "../../support/visitor.ts";

it("The page of a batch shows its progress and its screenshots in the order of the request.", async () => {
  const [member, other] = [await createMember(), await createMember()];
  const batchId = createId(new Date());
  const failed = { status: "failed", errorMessage: "The target is down.", imageKey: null } as const;
  const names = ["first", "second", "third", "fourth"];
  await seedScreenshot(member.accountId, { batchId, name: names[0] });
  await seedScreenshot(member.accountId, { batchId, name: names[1], ...failed });
  await seedUnfinished(member.accountId, { batchId, name: names[2], status: "pending" });
  await seedUnfinished(member.accountId, { batchId, name: names[3] });

  const html = await member.read(`/screenshots?batchId=${batchId}`);

  expect(html).toContain("2 of 4 done");
  expect(html).toContain("1 failed");
  expect(html).toContain("The target is down.");
  const positions = names.map((name) => html.indexOf(`Select ${name}`));
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  expect(html.match(/id="shot-[0-9a-f]{24}" data-live/g)).toHaveLength(2);
  expect(html).toContain(`<noscript><meta http-equiv="refresh"`);
  expect(await other.read(`/screenshots?batchId=${batchId}`)).not.toContain("done");
});

it("A page of finished screenshots of a batch refreshes itself until the batch is finished.", async () => {
  const member = await createMember();
  const batchId = createId(new Date());
  for (let i = 0; i < 24; i++) await seedScreenshot(member.accountId, { batchId });
  await seedUnfinished(member.accountId, { batchId });

  const html = await member.read(`/screenshots?batchId=${batchId}`);
  expect(html).toContain("24 of 25 done");
  expect(html).not.toMatch(/id="shot-[0-9a-f]{24}" data-live/);
  expect(html).toContain(`<noscript><meta http-equiv="refresh"`);
});

it("Pages of finished screenshots do not refresh themselves.", async () => {
  const member = await createMember();
  const done = await seedScreenshot(member.accountId);
  for (const path of ["/screenshots", `/screenshots/${done}`]) {
    const html = await member.read(path);
    expect(html).not.toContain("data-live");
    expect(html).not.toContain("http-equiv");
  }
  const pending = await seedUnfinished(member.accountId, { status: "pending" });
  const html = await member.read(`/screenshots/${pending}`);
  expect(html).toContain("Waiting for a browser.");
  for (const part of ["actions", "preview", "facts"])
    expect(html).toMatch(new RegExp(`id="${part}" data-live`));
});
