// Failed captures are free, so their records and events keep only short options and URLs.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { captureOptions } from "../../../src/contract/capture-options.ts";
import { ServiceError } from "../../../src/contract/errors.ts";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { failingRender } from "../../support/fake-render.ts";
import { recordsOf } from "../../support/records.ts";

const url = "https://example.com/";
const css = (length: number) => "é".repeat(length);

type ScreenshotSubject = { screenshot: { url: string } };

/** Captures a page that fails. */
async function captureFailing(options: object, error = new ServiceError("host_error")) {
  const { key, accountId } = await seedAccount();
  const api = createApi({ render: failingRender(error) });
  await expectError(await api.post("/v1/capture", { url, options }, { key }), 502, "host_error");
  await api.settled();
  const id = String((await recordsOf(accountId))[0]?.["id"]);
  const read = async () => {
    const response = await api.get(`/v1/screenshots/${id}`, { key });
    const { data } = await response.json<{ data: { options: object; error: object } }>();
    return data;
  };
  const update = (options: object) => api.put(`/v1/screenshots/${id}`, { options }, { key });
  return { read, update };
}

describe("The record of a failed capture", () => {
  it("The record omits long options and names them.", async () => {
    const short = { full_page: true, hide_selectors: ["#a", ".b"], dark_mode: false, delay: 5 };
    const { read } = await captureFailing(
      {
        ...short,
        styles: css(100 * 1024),
        scripts: css(100 * 1024),
        pdf_header: css(501),
        pdf_footer: "short",
        block_requests: Array.from({ length: 50 }, () => css(1024)),
      },
      new ServiceError("host_error", { details: { reason: "ERR_FAILED" } }),
    );
    const { options, error } = await read();
    expect(options).toEqual(captureOptions.parse({ ...short, pdf_footer: "short" }));
    expect(error).toMatchObject({
      code: "host_error",
      details: {
        reason: "ERR_FAILED",
        omittedOptions: expect.arrayContaining([
          "styles",
          "scripts",
          "pdf_header",
          "block_requests",
        ]),
      },
    });
  });

  it("The record names long options of an error without details.", async () => {
    const { read } = await captureFailing({ styles: css(5_000) });
    expect(await read()).toMatchObject({ error: { details: { omittedOptions: ["styles"] } } });
  });

  it("The record keeps options of a usual length.", async () => {
    const { read } = await captureFailing({ styles: css(2_000) });
    const { options, error } = await read();
    expect(options).toEqual(captureOptions.parse({ styles: css(2_000) }));
    expect(error).not.toHaveProperty("details");
  });

  it("The record stores a long URL once, and each event stores its first 2,048 characters.", async () => {
    const { key, accountId } = await seedAccount();
    const api = createApi({ render: failingRender(new ServiceError("host_error")) });
    const body = { url: "https://hooks.example.com/", events: ["screenshot.failed"] };
    for (let count = 0; count < 2; count += 1)
      expect((await api.post("/v1/webhooks", body, { key })).status).toBe(201);
    const long = `${url}${"Ä".repeat(8_000)}`;
    await expectError(await api.post("/v1/capture", { url: long }, { key }), 502, "host_error");
    await api.settled();

    const [record] = await recordsOf(accountId);
    expect(record).toMatchObject({ url: long, folded_url: null, status: "failed" });
    const { results } = await env.DB.prepare(
      "SELECT subject FROM deliveries JOIN webhooks ON webhooks.id = webhook_id WHERE account_id = ?",
    )
      .bind(accountId)
      .all<{ subject: string }>();
    const stored = results.map(({ subject }) => JSON.parse(subject) as ScreenshotSubject);
    expect(stored.map(({ screenshot }) => screenshot.url)).toEqual([
      long.slice(0, 2_048),
      long.slice(0, 2_048),
    ]);
  });

  it("An update cannot add long options to the record.", async () => {
    const { read, update } = await captureFailing({ styles: "a" });
    await expectError(await update({ scripts: css(5_000) }), 422, "invalid_options", {
      options: "must take at most 8 KiB in a failed record",
    });
    expect((await update({ styles: "b" })).status).toBe(200);
    expect((await read()).options).toMatchObject({ styles: "b" });
  });
});
