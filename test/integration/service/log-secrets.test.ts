// No line of the log contains a secret of a request, also when the database or the browser fails.
import { expect, it } from "vitest";
import { BrowserFailure, classifyError } from "../../../src/capture/classify-error.ts";
import type { Fields } from "../../../src/lib/log.ts";
import { hashApiKey } from "../../../src/lib/secrets.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { createFailingStorage } from "../../support/failing-storage.ts";
import { failingRender, fakeRender } from "../../support/fake-render.ts";

const SECRET = "s3cr3t";
const url = `https://example.com/${SECRET}?q=${SECRET}#${SECRET}`;
const options = {
  cache_ttl: 60,
  headers: { Authorization: SECRET },
  cookies: [{ name: SECRET, value: SECRET }],
  local_storage: { [SECRET]: SECRET },
  http_auth: { username: SECRET, password: SECRET },
  user_agent: SECRET,
  styles: SECRET,
  scripts: SECRET,
  selector: `#${SECRET}`,
  wait_for_selector: `#${SECRET}`,
  hide_selectors: [`#${SECRET}`],
  pdf_header: SECRET,
  pdf_footer: SECRET,
};
const body = { url, name: SECRET, options };

it("Failed database statements do not log their parameters.", async () => {
  const { key } = await seedAccount();
  const lines: Fields[] = [];
  for (let call = 1; call <= 12; call++) {
    const api = createApi({
      ...fakeRender(),
      ...createFailingStorage(call, "before").storage,
      lines,
    });
    await api.post("/v1/capture", body, {
      key,
      headers: { "Idempotency-Key": `${SECRET}${call}` },
    });
    await api.get(`/v1/screenshots?search=${SECRET}&api_key=${key}`);
    await api.settled();
  }
  expect(JSON.stringify(lines)).toContain("Failed query");
  await expectNoSecret(lines, key);
});

it.each([
  ["a network error", classifyError(new Error(`net::ERR_FAILED at ${url}`))],
  [
    "a lost browser",
    new BrowserFailure(new Error(`Page crashed at ${url} (wss://b.example/${SECRET})`)),
  ],
  ["an unexpected error", new TypeError(`Cannot read ${url} of data:text/html,${SECRET}`)],
])("A capture that fails with %s does not log the URL.", async (_which, error) => {
  const { key } = await seedAccount();
  const lines: Fields[] = [];
  const api = createApi({ render: failingRender(error), lines });
  await api.post("/v1/capture", body, { key });
  await api.post("/v1/capture", { ...body, html: SECRET }, { key });
  await api.get(`/images/${SECRET.padEnd(32, "a")}.png`);
  await api.get(`/invite/${SECRET}`);
  await api.settled();
  await expectNoSecret(lines, key);
});

it("Paths do not log text of the client, and log routes and identifiers of records.", async () => {
  const { key } = await seedAccount();
  const lines: Fields[] = [];
  const api = createApi({ lines });
  const id = "0123456789abcdef01234567";
  const paths = [
    `/v1/screenshots/${key}`,
    `/v1/screenshots/es_live_${SECRET}`,
    `/v1/screenshots/${SECRET}/status`,
    `/v1/${key.replaceAll("e", "%65")}`,
    `/v1/capture%3Faccess_key=${SECRET}`,
    `/v1/capture;access_key=${SECRET}`,
    `/${SECRET}@example.com/`,
    `/images/${"a".repeat(32)}.png`,
    `/invite/${"a".repeat(43)}`,
  ];
  for (const path of paths) await api.get(path);
  await api.get(`/v1/screenshots/${id}/status?access_key=${SECRET}`);
  await api.settled();
  await expectNoSecret(lines, key);
  for (const line of lines) expect(JSON.stringify(line)).not.toMatch(/aaaa|%65|access_key/);
  expect(lines.map((line) => line["path"])).toEqual([
    "/v1/screenshots/[redacted]",
    "/v1/screenshots/[redacted]",
    "/v1/screenshots/[redacted]/status",
    "/v1/[redacted]",
    "/v1/[redacted]",
    "/v1/[redacted]",
    "/[redacted]/",
    "/images/[redacted]",
    "/invite/[redacted]",
    `/v1/screenshots/${id}/status`,
  ]);
});

async function expectNoSecret(lines: Fields[], key: string) {
  const hash = await hashApiKey(key);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines)
    for (const secret of [SECRET, key, hash]) expect(JSON.stringify(line)).not.toContain(secret);
}
