// The signed link of the playground.
import { expect, it } from "vitest";
import { createApi } from "../../support/api.ts";
import { fakeRender } from "../../support/fake-render.ts";
import { createMember } from "../../support/visitor.ts";

const typed = {
  url: "https://example.com/?a=1&b=2",
  name: "Front page",
  format: "webp",
  delay: "20",
  response_type: "json",
  do: "code",
};

function linkIn(page: string): string | undefined {
  return /id="code-signed">([^<]+)</.exec(page)?.[1]?.replaceAll("&amp;", "&");
}

it("The signed link captures with the options of the form, contains no key, and stops working when its key is revoked.", async () => {
  const member = await createMember();
  expect(linkIn(await member.read("/playground"))).toBeUndefined();
  const created = await member.submit("/keys", { name: "laptop" });
  const [key = ""] = /es_[0-9A-Za-z]{40}/.exec(created) ?? [];

  const page = await (await member.post("/playground", typed)).text();
  const link = linkIn(page) ?? "";
  expect(page).toContain("Signed with “laptop”");
  expect(page).not.toContain(key);
  const { render, requests } = fakeRender();
  const api = createApi({ render });
  const answer = await api.get(link);
  expect(answer.headers.get("Content-Type")).toBe("image/webp");
  expect(requests[0]?.options).toMatchObject({ format: "webp", delay: 20 });
  await api.settled();
  expect((await api.get(link.replace("delay=20", "delay=21"))).status).toBe(401);

  const [, revoke = ""] =
    /action="(\/keys\/[0-9a-f]{24}\/revoke)"/.exec(await member.read("/keys")) ?? [];
  await member.post(revoke);
  expect((await api.get(link)).status).toBe(401);
  expect(linkIn(await member.read("/playground"))).toBeUndefined();
});

it("The playground shows no signed link for HTML or for a request that is too long.", async () => {
  const member = await createMember();
  await member.post("/keys", { name: "laptop" });
  const document = await member.post("/playground", { html: "<p>", do: "code" });
  expect(document.status).toBe(200);
  expect(linkIn(await document.text())).toBeUndefined();
  const styles = "a".repeat(17 * 1024);
  const long = await member.post("/playground", { ...typed, styles });
  expect(long.status).toBe(200);
  expect(linkIn(await long.text())).toBeUndefined();
});
