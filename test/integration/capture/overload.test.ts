// More concurrent captures than the browsers can start: refused immediately, without a charge.
import { expect, it } from "vitest";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { fakeRender, pausedRender } from "../../support/fake-render.ts";
import { recordsOf } from "../../support/records.ts";

const vars = { BROWSER_SESSIONS: "1", CAPTURES_PER_SESSION: "1" };
const body = { url: "https://example.com/" };
/** 25 captures per slot. */
const MAX_CAPTURES = 25;
const REQUESTS = 32;

it("Captures above 25 per slot are refused while the others wait, without a charge, and other accounts are admitted.", async () => {
  const [many, other] = [await seedAccount({ requestsPerMinute: 1_000 }), await seedAccount()];
  const { render, resume } = pausedRender();
  const api = createApi({ render, vars });
  const refused: Response[] = [];
  const sent = Array.from({ length: REQUESTS }, async () => {
    const response = await api.post("/v1/capture", body, { key: many.key });
    if (response.status === 503) refused.push(response);
    return response.status;
  });

  // No rendering ends before resume().
  await expect
    .poll(() => refused.length, { timeout: 15_000 })
    .toBeGreaterThanOrEqual(REQUESTS - MAX_CAPTURES);
  await expectError(refused[0]!, 503, "service_unavailable");
  expect(refused[0]!.headers.get("Retry-After")).toBe("1");
  const answer = await createApi({ ...fakeRender(), vars }).post("/v1/capture", body, {
    key: other.key,
  });
  expect(answer.status).toBe(200);

  resume();
  const statuses = await Promise.all(sent);
  await api.settled();
  expect(await recordsOf(many.accountId)).toHaveLength(
    statuses.filter((status) => status === 200).length,
  );
});
