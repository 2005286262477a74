// Pages of private networks are not captured, for any spelling of the address and any kind of redirect.
import { describe, expect, inject, it } from "vitest";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { capture } from "../support/capture.ts";
import { expectError } from "../support/expectations.ts";
import { freshPath, hitsAt, pageOf } from "../support/pages.ts";

const { origin, otherOrigin, privateOrigin } = inject("site");
const { port } = new URL(origin);

describe("a target", () => {
  it.each([
    `http://127.0.0.1:${port}`,
    `http://2130706433:${port}`,
    `http://0177.0.0.1:${port}`,
    `http://0x7f.1:${port}`,
    `http://0x7f000001:${port}`,
    `http://127.1:${port}`,
    `http://127.0.0.1.:${port}`,
    `http://%31%32%37.0.0.1:${port}`,
    `http://１２７.0.0.1:${port}`,
    `http://0.0.0.0:${port}`,
    `http://[::1]:${port}`,
    `http://[::ffff:127.0.0.1]:${port}`,
    `http://[::ffff:7f00:1]:${port}`,
    `http://sub.localhost:${port}`,
    `http://127.0.0.1.nip.io:${port}`,
    "http://169.254.169.254",
    "http://10.1.2.3",
    "http://intranet",
  ])("The target %s is rejected before any request is sent.", async (address) => {
    const path = freshPath();
    const { key } = await seedAccount();
    const url = address + path;
    const answer = await createApi().post("/v1/capture", { url }, { key });
    await expectError(answer, 422, "url_not_allowed", { url });
    expect((await hitsAt(path)).requests).toBe(0);
  });
});

it("A redirect with a password is rejected, and the error does not contain the password.", async () => {
  const path = freshPath();
  const secret = otherOrigin.replace("//", "//ada:hush-123@") + path;
  const answer = await capture(`/redirect?to=${encodeURIComponent(secret)}`);
  await expectError(answer, 422, "url_not_allowed", {
    url: otherOrigin + path,
    reason: "credentials",
  });
  expect((await hitsAt(path)).requests).toBe(0);
});

describe("redirects to a private address", () => {
  it.each<[string, (to: string) => string]>([
    ["by a redirect", (to) => `${origin}/redirect?to=${encodeURIComponent(to)}`],
    [
      "by the second of two redirects",
      (to) =>
        `${origin}/redirect?to=${encodeURIComponent(`/redirect?status=307&to=${encodeURIComponent(to)}`)}`,
    ],
    ["by a meta refresh", (to) => pageOf(`<meta http-equiv=refresh content="0;url=${to}">`)],
    ["by a script", (to) => pageOf(`<script>location.href = "${to}"</script>`)],
    [
      "by a form",
      (to) =>
        pageOf(
          `<form method=post action="${to}"></form><script>document.forms[0].submit()</script>`,
        ),
    ],
  ])("A page that leads to a private address %s is rejected.", async (_way, lead) => {
    const path = freshPath();
    const answer = await capture(lead(privateOrigin + path), { delay: 1_000 });
    await expectError(answer, 422, "url_not_allowed", { url: privateOrigin + path });
    expect((await hitsAt(path)).requests).toBe(0);
  });
});
