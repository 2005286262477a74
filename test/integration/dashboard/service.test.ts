// The operator's page of the service: parts, browsers, queue, database and failures by code.
import { expect, it } from "vitest";
import { ServiceError } from "../../../src/contract/errors.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { failingRender, fakeRender } from "../../support/fake-render.ts";
import { createMember, createOperator } from "../../support/visitor.ts";

const url = "https://example.com/";

const probes = {
  pool: async () => ({
    starting: 1,
    ready: 2,
    retiring: 0,
    active: 5,
    waiting: 7,
    blockedForMs: 1500,
  }),
  queue: async () => ({ backlogCount: 1234 }),
};

it("The operator sees browsers, queue, database size and the failures of the last day by code.", async () => {
  // Other tests leave captures of today.
  const clock = () => new Date("2037-06-01T12:00:00Z");
  const operator = await createOperator({ probes, clock });
  const { key } = await seedAccount();
  const api = createApi({ ...fakeRender(), clock });
  await api.post("/v1/capture", { url }, { key });
  await api.settled();
  for (const code of ["host_error", "host_error", "navigation_timeout"] as const) {
    const failing = createApi({ render: failingRender(new ServiceError(code)), clock });
    await failing.post("/v1/capture", { url }, { key });
    await failing.settled();
  }
  const page = await operator.read("/service");
  expect(page).toContain("1 starting. 5 captures run, and 7 wait for a browser.");
  expect(page).toContain("Browser Run starts no browser for 2 seconds.");
  expect(page).toContain("1,234");
  expect(page).toMatch(/[\d.]+ [KM]B <span>of 10 GB/);
  // The figure states the size, and no other text repeats it.
  expect(page.match(/>[^<]*10 GB/g)).toHaveLength(1);
  expect(page).not.toContain("The database has");
  expect(page).toContain("3 failed");
  const failures = [...page.matchAll(/<code>(\w+)<\/code><\/td><td class="[^"]+">(\d+)</g)];
  expect(failures.map(([, code, captures]) => [code, captures])).toEqual([
    ["host_error", "2"],
    ["navigation_timeout", "1"],
  ]);
});

it("A part that does not respond is shown as unknown.", async () => {
  const down = () => Promise.reject(new Error("The object is overloaded."));
  const operator = await createOperator({ probes: { pool: down, queue: down } });
  const page = await operator.read("/service");
  expect(page.match(/Unknown/g)).toHaveLength(2);
  expect(page.match(/Not ready/g)).toHaveLength(2);
});

it("Other users do not find the page of the service.", async () => {
  const member = await createMember();
  expect((await member.get("/service")).status).toBe(404);
  expect(await member.read("/overview")).not.toContain('href="/service"');
});
