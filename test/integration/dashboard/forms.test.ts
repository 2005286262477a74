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

it.each(["/sign-in", "/sign-up", "/invite/unknown"])(
  "%s refuses a form of more than 4 MiB before reading it.",
  async (path) => {
    const answer = await createVisitor().post(path, { name: "x".repeat(4 * 1024 * 1024) });
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain("The form is larger than 4 MiB.");
  },
);
