// Invalid form bodies and form bodies that are too large.
import { expect, it } from "vitest";
import { createMember, createVisitor } from "../../support/visitor.ts";

const broken = { "Content-Type": "multipart/form-data" };

it.each(["/sign-in", "/sign-up"])(
  "%s responds with 422 to a body that is not a form.",
  async (path) => {
    const answer = await createVisitor().post(path, { a: "b" }, broken);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("The form could not be read.");
  },
);

it.each(["/playground", "/webhooks", "/keys", "/account/delete"])(
  "%s responds with 422 to a body that is not a form.",
  async (path) => {
    const member = await createMember();
    const answer = await member.post(path, { a: "b" }, broken);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("The form could not be read.");
  },
);

it.each(["/sign-in", "/sign-up"])(
  "%s refuses a form with more fields than any page has, before parsing it.",
  async (path) => {
    const fields = Object.fromEntries(Array.from({ length: 1_001 }, (_, i) => [`k${i}`, "1"]));
    const answer = await createVisitor().post(path, fields);
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("The form could not be read.");
  },
);

it("Signed-in users keep the navigation on pages of errors.", async () => {
  const member = await createMember();
  const large = await member.post("/keys", { name: "x".repeat(4 * 1024 * 1024) });
  const crossSite = await member.post(
    "/keys",
    { name: "x" },
    { Origin: "https://evil.test", "Sec-Fetch-Site": "cross-site" },
  );
  const unreadable = await member.post("/keys", { a: "b" }, broken);
  await Promise.all(Array.from({ length: 60 }, () => member.post("/keys", { name: "" })));
  const limited = await member.post("/keys", { name: "" });
  const answers = [large, crossSite, unreadable, limited];
  expect(answers.map(({ status }) => status)).toEqual([413, 403, 422, 429]);
  for (const answer of answers) expect(await answer.text()).toContain('href="/screenshots"');
  expect(limited.headers.get("Retry-After")).toMatch(/^\d+$/);
});

it("A page about too many forms states when to try again.", async () => {
  const member = await createMember();
  await Promise.all(Array.from({ length: 60 }, () => member.post("/keys", { name: "" })));
  const page = await (await member.post("/keys", { name: "" })).text();
  expect(page).toMatch(/Wait \d+ seconds, then go back and try again\./);
});

it.each(["/sign-in", "/sign-up", "/invite/unknown"])(
  "%s refuses a form of more than 4 MiB before reading it.",
  async (path) => {
    const answer = await createVisitor().post(path, { name: "x".repeat(4 * 1024 * 1024) });
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain("The form is larger than 4 MiB.");
  },
);
