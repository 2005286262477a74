// Headers, cookies, storage and credentials: what the page's own server gets, and what no other may get.
import { describe, expect, inject, it } from "vitest";
import { capture } from "../support/capture.ts";
import { expectError } from "../support/expectations.ts";
import { expectColour, freshPath, greenIf, hitsAt, pageOf } from "../support/pages.ts";
import { findRecord } from "../support/records.ts";

const { origin, otherOrigin } = inject("site");

describe("headers", () => {
  const headers = { "X-Secret": "s3cret", Authorization: "Bearer token" };

  it("reach the page and everything else of its origin", async () => {
    const [page, image] = [freshPath(), freshPath()];
    const html = encodeURIComponent(`<img src="${image}">`);
    const path = `/page?${page.slice(8)}&html=${html}`;

    const answer = await capture(origin + path, { headers });

    expect(answer.status).toBe(200);
    for (const asked of [path, image]) {
      expect((await hitsAt(asked)).headers).toMatchObject({
        "x-secret": "s3cret",
        authorization: "Bearer token",
      });
    }
  });

  it("do not reach another origin from which the page loads something", async () => {
    const [image, script] = [freshPath(), freshPath()];
    const page = pageOf(
      `<img src="${otherOrigin}${image}"><script src="${otherOrigin}${script}"></script>`,
    );

    await capture(page, { headers });

    await expectNoSecret(image);
    await expectNoSecret(script);
  });

  it("do not reach another origin that the page redirects to", async () => {
    const path = freshPath();
    const redirect = `${origin}/redirect?to=${encodeURIComponent(otherOrigin + path)}`;

    await capture(redirect, { headers });

    await expectNoSecret(path);
  });

  it("do not reach another origin that an image redirects to", async () => {
    const path = freshPath();
    const redirect = `/redirect?to=${encodeURIComponent(otherOrigin + path)}`;

    await capture(pageOf(`<img src="${redirect}">`), { headers });

    await expectNoSecret(path);
  });

  async function expectNoSecret(path: string) {
    const hits = await hitsAt(path);
    expect(hits.requests).toBe(1);
    expect(hits.headers).not.toHaveProperty("x-secret");
    expect(hits.headers).not.toHaveProperty("authorization");
  }
});

describe("cookies", () => {
  it("are there when the page is asked for, and for its scripts", async () => {
    const cookies = [
      { name: "first", value: "1" },
      { name: "hidden", value: "2", httpOnly: true },
    ];
    const page = greenIf(`document.cookie === "first=1"`);

    const answer = await capture(page, { cookies });

    await expectColour(answer, "green");
    const { headers } = await hitsAt(page.slice(origin.length));
    expect(headers["cookie"]).toBe("first=1; hidden=2");
  });

  it("keep to the path they are set for", async () => {
    const page = greenIf(`document.cookie === ""`);
    const cookies = [{ name: "elsewhere", value: "1", path: "/elsewhere" }];
    await expectColour(await capture(page, { cookies }), "green");
  });

  it.each([
    ["a __Host- name without secure", { name: "__Host-a", value: "1" }],
    ["no domain at all", { name: "a", value: "1", domain: "." }],
    ["more than 4096 bytes", { name: "a", value: "1".repeat(4096) }],
  ])("with %s are the caller's fault, and the page is not asked for", async (_what, cookie) => {
    const path = freshPath();
    const answer = await capture(origin + path, { cookies: [cookie] });
    await expectError(answer, 422, "invalid_options", {
      "options.cookies": expect.stringContaining("contains a cookie that browsers reject"),
    });
    expect((await hitsAt(path)).requests).toBe(0);
  });

  it("of one capture are gone for the next", async () => {
    await capture(`${origin}/cookie?name=left&value=behind`, {
      cookies: [{ name: "given", value: "1" }],
    });
    await expectColour(await capture(greenIf(`document.cookie === ""`)), "green");
  });
});

describe("local_storage", () => {
  it("is filled before the page's first script runs", async () => {
    const page = greenIf(`localStorage.getItem("token") === "s3cret" && localStorage.length === 2`);
    const answer = await capture(page, { local_storage: { token: "s3cret", other: "" } });
    await expectColour(answer, "green");
  });

  it("is not filled for another origin in a frame", async () => {
    const frame = pageOf(
      `<script>fetch("/target?" + localStorage.length + location.search.slice(-36))</script>`,
      otherOrigin,
    );
    const id = crypto.randomUUID();

    await capture(pageOf(`<iframe src="${frame}&id=${id}"></iframe>`), {
      local_storage: { token: "s3cret" },
      delay: 300,
    });

    expect((await hitsAt(`/target?0${id}`)).requests).toBe(1);
  });
});

describe("http_auth", () => {
  const page = `${origin}/basic-auth?username=ada&password=love%20lace`;

  it("opens the page", async () => {
    const answer = await capture(page, {
      http_auth: { username: "ada", password: "love lace" },
    });
    await expectColour(answer, "green");
  });

  it.each([{ username: "ada", password: "wrong" }, undefined])(
    "captures what the server shows to %j",
    async (http_auth) => {
      const options = http_auth === undefined ? {} : { http_auth };
      const answer = await capture(page, options);
      await expectColour(answer, "red");
      const id = answer.headers.get("X-Screenshot-Id");
      expect(await findRecord(id)).toMatchObject({ status: "completed", http_status: 401 });
    },
  );

  it("is not offered to another origin", async () => {
    const image = `${otherOrigin}/basic-auth?username=ada&password=x&${crypto.randomUUID()}`;
    await capture(pageOf(`<img src="${image}">`), {
      http_auth: { username: "ada", password: "x" },
    });
    const hits = await hitsAt(image.slice(otherOrigin.length));
    expect(hits.requests).toBeGreaterThan(0);
    expect(hits.headers).not.toHaveProperty("authorization");
  });
});

describe("secrets", () => {
  it("are not kept in the record", async () => {
    const answer = await capture(pageOf("secret"), {
      headers: { "X-Key": "hush-header" },
      cookies: [{ name: "session", value: "hush-cookie" }],
      local_storage: { token: "hush-storage" },
      http_auth: { username: "hush-user", password: "hush-password" },
    });
    expect(answer.status).toBe(200);
    const record = await findRecord(answer.headers.get("X-Screenshot-Id"));
    expect(record).toMatchObject({ status: "completed" });
    expect(JSON.stringify(record)).not.toContain("hush");
  });
});

describe("fail_on_status", () => {
  it.each([404, 500])("refuses a page that answers %i, and names the status", async (status) => {
    const answer = await capture(`${origin}/status?code=${status}`, { fail_on_status: true });
    const { message } = await expectError(answer, 502, "host_error", { status });
    expect(message).toContain(`${status}`);
  });

  it("captures a page that answers well", async () => {
    const answer = await capture(`${origin}/status?code=200`, { fail_on_status: true });
    await expectColour(answer, "green");
  });

  it("captures the page of an error where it is left out", async () => {
    await expectColour(await capture(`${origin}/status?code=500`), "green");
  });
});
