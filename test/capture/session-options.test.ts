// Headers, cookies, storage and credentials: the page's own server receives them, and no other server does.
import { describe, expect, inject, it } from "vitest";
import { capture } from "../support/capture.ts";
import { expectError } from "../support/expectations.ts";
import { expectColour, freshPath, greenIf, hitsAt, pageOf } from "../support/pages.ts";
import { findRecord } from "../support/records.ts";

const { origin, otherOrigin } = inject("site");

describe("headers", () => {
  const headers = { "X-Secret": "s3cret", Authorization: "Bearer token" };

  it("headers reach the page and all requests to its origin.", async () => {
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

  it("headers do not reach another origin from which the page loads a resource.", async () => {
    const [image, script] = [freshPath(), freshPath()];
    const page = pageOf(
      `<img src="${otherOrigin}${image}"><script src="${otherOrigin}${script}"></script>`,
    );

    await capture(page, { headers });

    await expectNoSecret(image);
    await expectNoSecret(script);
  });

  it("headers do not reach another origin to which the page redirects.", async () => {
    const path = freshPath();
    const redirect = `${origin}/redirect?to=${encodeURIComponent(otherOrigin + path)}`;

    await capture(redirect, { headers });

    await expectNoSecret(path);
  });

  it("headers do not reach another origin to which an image redirects.", async () => {
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
  it("cookies are sent with the request for the page and are visible to its scripts.", async () => {
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

  it("cookies are limited to the path that they are set for.", async () => {
    const page = greenIf(`document.cookie === ""`);
    const cookies = [{ name: "elsewhere", value: "1", path: "/elsewhere" }];
    await expectColour(await capture(page, { cookies }), "green");
  });

  it.each([
    ["a path that Chromium refuses", { path: "/;" }, "options.cookies"],
    ["a __Host- name without secure", { name: "__Host-a" }, "options.cookies.0.secure"],
    ["no domain at all", { domain: "." }, "options.cookies.0.domain"],
  ])(
    "The service refuses cookies with %s and does not request the page.",
    async (_what, cookie, field) => {
      const path = freshPath();
      const answer = await capture(origin + path, {
        cookies: [{ name: "a", value: "1", ...cookie }],
      });
      await expectError(answer, 422, "invalid_options", { [field]: expect.any(String) });
      expect((await hitsAt(path)).requests).toBe(0);
    },
  );

  it("A secure cookie with a prefix is accepted for an http:// target.", async () => {
    const cookies = [{ name: "__Secure-a", value: "1", secure: true }];
    const answer = await capture(greenIf("true"), { cookies });
    await expectColour(answer, "green");
  });

  it("A cookie for a domain in its national spelling is accepted.", async () => {
    const cookies = [{ name: "a", value: "1", domain: ".bücher.example" }];
    await expectColour(await capture(greenIf("true"), { cookies }), "green");
  });

  it("The service refuses a cookie of more than 4096 bytes and names it.", async () => {
    const path = freshPath();
    const cookies = [{ name: "a", value: "1".repeat(4096) }];
    await expectError(await capture(origin + path, { cookies }), 422, "invalid_options", {
      "options.cookies.0.value": "must be at most 4096 bytes together with the name",
    });
    expect((await hitsAt(path)).requests).toBe(0);
  });

  it("cookies of one capture do not exist in the next capture.", async () => {
    await capture(`${origin}/cookie?name=left&value=behind`, {
      cookies: [{ name: "given", value: "1" }],
    });
    await expectColour(await capture(greenIf(`document.cookie === ""`)), "green");
  });
});

describe("local_storage", () => {
  it("local_storage is filled before the first script of the page runs.", async () => {
    const page = greenIf(`localStorage.getItem("token") === "s3cret" && localStorage.length === 2`);
    const answer = await capture(page, { local_storage: { token: "s3cret", other: "" } });
    await expectColour(answer, "green");
  });

  it("local_storage is not filled for another origin in a frame.", async () => {
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

  it("local_storage is not passed to a frame that fakes the origin of the target.", async () => {
    const [started, stolen] = [crypto.randomUUID(), crypto.randomUUID()].map(
      (id) => `/target?${id}`,
    );
    // In some versions of Chromium, the first document of a frame and the next one of the same origin share a window.
    const frame = pageOf(
      `<script>
        const { contentWindow: inner } = document.documentElement.appendChild(document.createElement("iframe"));
        inner.origin = "${origin}";
        inner.Storage.prototype.setItem = (name, value) => fetch("${stolen}");
        inner.location = "/page?html=x";
        fetch("${started}");
      </script>`,
      otherOrigin,
    );
    await capture(pageOf(`<iframe src="${frame}"></iframe>`), {
      local_storage: { token: "s3cret" },
      delay: 500,
    });
    expect((await hitsAt(started ?? "")).requests).toBe(1);
    expect((await hitsAt(stolen ?? "")).requests).toBe(0);
  });
});

describe("http_auth", () => {
  const page = `${origin}/basic-auth?username=ada&password=love%20lace`;

  it("A page that requires credentials is captured with http_auth.", async () => {
    const answer = await capture(page, {
      http_auth: { username: "ada", password: "love lace" },
    });
    await expectColour(answer, "green");
  });

  it.each([{ username: "ada", password: "wrong" }, undefined])(
    "The capture shows the server's response to %j.",
    async (http_auth) => {
      const options = http_auth === undefined ? {} : { http_auth };
      const answer = await capture(page, options);
      await expectColour(answer, "red");
      const id = answer.headers.get("X-Screenshot-Id");
      expect(await findRecord(id)).toMatchObject({ status: "completed", http_status: 401 });
    },
  );

  it("http_auth is not sent to another origin.", async () => {
    const image = `${otherOrigin}/basic-auth?username=ada&password=x&${crypto.randomUUID()}`;
    await capture(pageOf(`<img src="${image}">`), {
      http_auth: { username: "ada", password: "x" },
    });
    const hits = await hitsAt(image.slice(otherOrigin.length));
    expect(hits.requests).toBeGreaterThan(0);
    expect(hits.headers).not.toHaveProperty("authorization");
  });
});

describe("Secrets", () => {
  it("The record does not contain secrets.", async () => {
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
  it.each([404, 500])(
    "fail_on_status refuses a page with status %i and reports the status.",
    async (status) => {
      const answer = await capture(`${origin}/status?code=${status}`, { fail_on_status: true });
      const { message } = await expectError(answer, 502, "host_error", { status });
      expect(message).toContain(`${status}`);
    },
  );

  it("fail_on_status does not affect a page with a successful status.", async () => {
    const answer = await capture(`${origin}/status?code=200`, { fail_on_status: true });
    await expectColour(answer, "green");
  });

  it("Without fail_on_status, the capture shows the error page.", async () => {
    await expectColour(await capture(`${origin}/status?code=500`), "green");
  });
});
