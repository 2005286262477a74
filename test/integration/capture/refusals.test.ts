// Requests that POST and GET /v1/capture reject without a charge or a record.
import { describe, expect, it } from "vitest";
import { seedAccount } from "../../support/accounts.ts";
import { createApi } from "../../support/api.ts";
import { expectError } from "../../support/expectations.ts";
import { fakeRender } from "../../support/fake-render.ts";
import { recordsOf, usedCredits } from "../../support/records.ts";

const url = "https://example.com/";

describe("The capture endpoint rejects invalid requests.", () => {
  it("The error for an invalid body names every invalid field.", async () => {
    const { key, accountId } = await seedAccount();
    const { render, requests } = fakeRender();
    const body = {
      name: "n".repeat(101),
      colour: "red",
      options: {
        viewport_width: "1280",
        full_page: 1,
        dark_mode: "yes",
        delay: 10_001,
        image_quality: 1.5,
        format: "gif",
        wait_until: ["load", "never"],
        shiny: true,
        headers: { "bad name": "x", Host: "example.com", "Proxy-A": "x", "Set-Cookie": "a=b" },
        clip: { x: 0, y: 0, width: 10, tall: 3 },
        cookies: [{ name: "a", value: "b" }, { name: "c" }],
      },
    };

    const { details } = await expectError(
      await createApi({ render }).post("/v1/capture", body, { key }),
      422,
      "invalid_url",
    );

    expect(details).toEqual({
      url: "is required",
      name: "must be at most 100 characters",
      colour: "is not a known field",
      "options.viewport_width": "must be an integer between 100 and 5000",
      "options.full_page": "must be true or false",
      "options.dark_mode": "must be true or false",
      "options.delay": "must be an integer between 0 and 10000",
      "options.image_quality": "must be an integer between 0 and 100",
      "options.format": "must be one of png, jpeg, webp, pdf",
      "options.wait_until": expect.stringContaining(
        "load, domcontentloaded, networkidle0, networkidle2",
      ),
      "options.shiny": "is not a known option",
      "options.headers.bad name": "is not a valid header name",
      "options.headers.Host": "must not be set",
      "options.headers.Proxy-A": "must not be set",
      "options.headers.Set-Cookie": "must not be set",
      "options.clip.height": "is required",
      "options.clip.tall": "is not a known field",
      "options.cookies.1.value": "is required",
    });
    expect(requests).toEqual([]);
    expect(await usedCredits(accountId)).toBe(0);
    expect(await recordsOf(accountId)).toEqual([]);
  });

  it("The error names all errors of one field.", async () => {
    const { key } = await seedAccount();
    const clip = { x: 0, y: 0, width: 9, height: 9 };
    const send = async (options: object) => {
      const answer = await createApi().post("/v1/capture", { url, options }, { key });
      return (await expectError(answer, 422, "invalid_options")).details;
    };
    expect(await send({ clip, selector: "a", full_page: true })).toEqual({
      "options.clip": "cannot be combined with selector and full_page",
    });
    expect(await send({ selector: 5, format: "pdf" })).toEqual({
      "options.selector": "must be a string; cannot be combined with format pdf",
    });
    expect(await send({ clip: "x", selector: "" })).toEqual({
      "options.clip": "must be an object; cannot be combined with selector",
      "options.selector": "must not be empty",
    });
    expect(await send({ viewport_width: 1.5 })).toEqual({
      "options.viewport_width": "must be an integer between 100 and 5000",
    });
  });

  it("An option outside of `options` is reported with its place.", async () => {
    const { key } = await seedAccount();
    const send = async (path: string, body: object) => {
      const answer = await createApi().post(path, body, { key });
      return (await expectError(answer, 422, "invalid_options")).details;
    };
    const misplaced = { full_page: true, fullPage: true, nam: "x" };
    const details = {
      full_page: "is not a known field; did you mean `options.full_page`?",
      fullPage: "is not a known field; did you mean `options.full_page`?",
    };
    expect(await send("/v1/capture", { url, ...misplaced })).toEqual({
      ...details,
      nam: "is not a known field; did you mean `name`?",
    });
    expect(
      await send("/v1/capture", {
        url,
        width: 1,
        options: { FULL_PAGE: true, quality: 1, width: 9 },
      }),
    ).toEqual({
      width: "is not a known field; did you mean `options.viewport_width`?",
      "options.FULL_PAGE": "is not a known option; did you mean `full_page`?",
      "options.quality": "is not a known option; did you mean `image_quality`?",
      "options.width": "is not a known option; did you mean `viewport_width`?",
    });
    expect(await send("/v1/capture/batch", { urls: [url], full_page: true })).toEqual({
      full_page: details.full_page,
    });
    expect(await send("/v1/webhooks", { url, format: "png" })).toEqual({
      format: "is not a known field",
    });
  });

  it("A query suggests the parameter that an unknown one means.", async () => {
    const { key } = await seedAccount();
    const query = new URLSearchParams({ url, FullPage: "true", quality: "1" }).toString();
    const answer = await createApi().get(`/v1/capture?${query}`, { key });
    await expectError(answer, 422, "invalid_options", {
      FullPage: "is not a known field; did you mean `full_page`?",
      quality: "is not a known field; did you mean `image_quality`?",
    });
  });

  it("A name of spaces is refused like an empty one.", async () => {
    const { key } = await seedAccount();
    const api = createApi();
    const details = { name: "must not be empty" };
    for (const name of ["", "  ", "\t\n"]) {
      const query = new URLSearchParams({ url, name }).toString();
      const schedule = { every: "6h" };
      for (const answer of [
        await api.post("/v1/capture", { url, name }, { key }),
        await api.get(`/v1/capture?${query}`, { key }),
        await api.post("/v1/monitors", { url, name, schedule }, { key }),
      ])
        await expectError(answer, 422, "invalid_options", details);
    }
  });

  it("A body whose only errors are in options returns invalid_options.", async () => {
    const { key } = await seedAccount();
    const response = await createApi().post(
      "/v1/capture",
      { url, options: { format: "bmp" } },
      { key },
    );
    await expectError(response, 422, "invalid_options", {
      "options.format": "must be one of png, jpeg, webp, pdf",
    });
  });

  it.each(
    [
      [
        "",
        "/relative",
        "example.com",
        "ftp://example.com",
        "javascript:alert(1)",
        "http://",
        "https://exa mple.com",
      ],
      [
        "file:///etc/passwd",
        "data:text/html,hi",
        "about:blank",
        "chrome://version",
        "view-source:https://example.com",
      ],
    ].flat(),
  )("The capture endpoint rejects the URL %j.", async (address) => {
    const { key } = await seedAccount();
    await expectError(
      await createApi().post("/v1/capture", { url: address }, { key }),
      422,
      "invalid_url",
    );
  });

  it.each([
    "http://localhost/",
    "http://127.0.0.1:8080/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://[::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://localhost./",
  ])("The capture endpoint rejects the private address %s without a charge.", async (address) => {
    const { key, accountId } = await seedAccount();
    const { render, requests } = fakeRender();
    const response = await createApi({ render }).post("/v1/capture", { url: address }, { key });
    await expectError(response, 422, "url_not_allowed", { url: address });
    expect(requests).toEqual([]);
    expect(await recordsOf(accountId)).toEqual([]);
  });

  it("The capture endpoint accepts private addresses that the operator allows.", async () => {
    const { key } = await seedAccount();
    const api = createApi({ ...fakeRender(), vars: { PRIVATE_TARGETS: "localhost:8080" } });
    expect((await api.post("/v1/capture", { url: "http://localhost:8080/" }, { key })).status).toBe(
      200,
    );
    expect((await api.post("/v1/capture", { url: "http://localhost:8081/" }, { key })).status).toBe(
      422,
    );
  });

  it("The error for an invalid query names every invalid parameter.", async () => {
    const { key } = await seedAccount();
    const query =
      "viewport_width=1e3&full_page=maybe&colour=red&delay=1&delay=2&clip=%7B%22x%22%3A1%7D";
    const { details } = await expectError(
      await createApi().get(`/v1/capture?${query}`, { key }),
      422,
      "invalid_url",
    );
    expect(details).toEqual({
      url: "is required",
      viewport_width: "must be an integer between 100 and 5000",
      full_page: "must be true or false",
      colour: "is not a known field",
      delay: "must be given once",
      "clip.y": "is required",
      "clip.width": "is required",
      "clip.height": "is required",
    });
  });

  it("The capture endpoint rejects a capture when the monthly credits are spent.", async () => {
    const { key, accountId } = await seedAccount({ plan: "free", used: 100 });
    const response = await createApi(fakeRender()).post("/v1/capture", { url }, { key });
    await expectError(response, 402, "usage_limit_exceeded", {
      resource: "screenshots",
      limit: 100,
    });
    expect(await recordsOf(accountId)).toEqual([]);
    expect(await usedCredits(accountId)).toBe(100);
  });

  it.each([
    [{ pdf_margin: "105mm" }, "pdf_margin", "leaves no space on the paper"],
    [
      { pdf_margin: { left: "1in" }, pdf_paper: { width: "96px", height: "9in" }, full_page: true },
      "pdf_margin",
      "leaves no space on the paper",
    ],
    [
      { pdf_footer: "1", pdf_paper: { width: "5in", height: "40px" } },
      "pdf_margin",
      "leaves no space on the paper",
    ],
    [
      { pdf_paper: { width: "0", height: "9in" } },
      "pdf_paper",
      "must have a width and a height above 0",
    ],
  ])(
    "The PDF options %j are refused before the credits are checked, also in a batch.",
    async (pdfOptions, option, problem) => {
      const { key, accountId } = await seedAccount({ plan: "free", used: 100 });
      const api = createApi(fakeRender());
      const options = { format: "pdf", ...pdfOptions };
      const details = { [`options.${option}`]: problem };

      const single = await api.post("/v1/capture", { url, options }, { key });
      await expectError(single, 422, "invalid_options", details);
      const batch = await api.post("/v1/capture/batch", { urls: [url], options }, { key });
      await expectError(batch, 422, "invalid_options", details);
      expect(await recordsOf(accountId)).toEqual([]);
    },
  );

  it("Margins are accepted if they fit on the paper, and on a full page, whose paper has no fixed size.", async () => {
    const { key } = await seedAccount();
    const api = createApi(fakeRender());
    for (const options of [
      { format: "pdf", pdf_margin: "100mm" },
      { format: "pdf", pdf_margin: "20in", full_page: true },
      { format: "png", pdf_margin: "20in" },
    ])
      expect((await api.post("/v1/capture", { url, options }, { key })).status).toBe(200);
    await api.settled();
  });

  it("The capture endpoint rejects captures of a canceled subscription, but not of a past-due one.", async () => {
    const api = createApi(fakeRender());
    const canceled = await seedAccount({ subscriptionStatus: "canceled" });
    const refusal = await api.post("/v1/capture", { url }, { key: canceled.key });
    await expectError(refusal, 402, "usage_limit_exceeded", { resource: "subscription" });
    const late = await seedAccount({ subscriptionStatus: "past_due" });
    expect((await api.post("/v1/capture", { url }, { key: late.key })).status).toBe(200);
  });

  it.each(["json", "empty"])(
    "The capture endpoint rejects the response_type %s when the storage is full.",
    async (response_type) => {
      const { key, accountId } = await seedAccount({ storageBytes: 0 });
      const response = await createApi(fakeRender()).post(
        "/v1/capture",
        { url, options: { response_type } },
        { key },
      );
      await expectError(response, 402, "usage_limit_exceeded", { resource: "storage" });
      expect(await recordsOf(accountId)).toEqual([]);
    },
  );

  it("An invalid request of an account without credits returns the validation error.", async () => {
    const { key } = await seedAccount({ plan: "free", used: 100 });
    const response = await createApi().post(
      "/v1/capture",
      { url, options: { delay: -1 } },
      { key },
    );
    await expectError(response, 422, "invalid_options");
  });
});
