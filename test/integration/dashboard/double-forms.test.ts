// A form that is sent twice, such as by a double click without JavaScript, creates one key, webhook, invite or monitor.
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createMember, createOperator } from "../../support/visitor.ts";

type Member = Awaited<ReturnType<typeof createMember>>;

function tokenIn(page: string): string {
  return /name="form-token" value="([0-9a-f]{24})"/.exec(page)?.[1] ?? "";
}

async function count(table: string, condition: string, value: string): Promise<number> {
  const statement = env.DB.prepare(`SELECT count(*) AS count FROM ${table} WHERE ${condition}`);
  return (await statement.bind(value).first<number>("count")) ?? 0;
}

/** Sends the form twice at the same time, and again later. */
async function sendTwice(member: Member, path: string, fields: Record<string, string>) {
  const form = { ...fields, "form-token": tokenIn(await member.read(path)) };
  const answers = await Promise.all([member.post(path, form), member.post(path, form)]);
  answers.push(await member.post(path, form));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  const locations = answers.map(({ headers }) => headers.get("Location"));
  expect(new Set(locations).size).toBe(1);
  const shown = await member.read(locations[0] ?? "");
  return { form, shown };
}

it("A form for a key that is sent twice creates one key and shows it after each answer.", async () => {
  const member = await createMember();
  const { form, shown } = await sendTwice(member, "/keys", { name: "laptop" });
  expect(await count("api_keys", "account_id = ?", member.accountId)).toBe(1);
  const [key = ""] = /es_[0-9A-Za-z]{40}/.exec(shown) ?? [];
  expect((await member.api.get("/v1/screenshots", { key })).status).toBe(200);

  // Another name or another form is another key.
  await member.post("/keys", { ...form, name: "server" });
  await member.post("/keys", { ...form, "form-token": tokenIn(await member.read("/keys")) });
  await member.post("/keys", { name: "laptop" });
  expect(await count("api_keys", "account_id = ?", member.accountId)).toBe(4);
});

it("The same form token in another session creates another key.", async () => {
  const [first, second] = [await createMember(), await createMember()];
  const form = { name: "laptop", "form-token": tokenIn(await first.read("/keys")) };
  const keys = [await first.submit("/keys", form), await second.submit("/keys", form)].map(
    (page) => /es_[0-9A-Za-z]{40}/.exec(page)?.[0],
  );
  expect(new Set(keys).size).toBe(2);
});

it("A form for a webhook that is sent twice creates one webhook and shows its secret after each answer.", async () => {
  const member = await createMember();
  const fields = { url: "https://example.com/hook", enabled: "on" };
  const { shown } = await sendTwice(member, "/webhooks", fields);
  expect(await count("webhooks", "account_id = ?", member.accountId)).toBe(1);
  expect(shown).toContain("whsec_");
});

it("A form for an invite that is sent twice creates one invite.", async () => {
  const operator = await createOperator();
  const email = `${crypto.randomUUID()}@edgeshot.test`;
  const { shown } = await sendTwice(operator, "/accounts", { account: email, email });
  expect(await count("invites", "email = ?", email)).toBe(1);
  const [, path = ""] = /edgeshot\.test(\/invite\/[0-9A-Za-z]{32})</.exec(shown) ?? [];
  expect((await operator.get(path)).status).toBe(200);
});

it("A form for a monitor that is sent twice creates one monitor.", async () => {
  const member = await createMember();
  const url = "https://example.com/prices";
  const fields = { do: "save", name: "Prices", url, scheduleKind: "every", every: "6h" };
  await sendTwice(member, "/monitors/new", fields);
  expect(await count("monitors", "account_id = ?", member.accountId)).toBe(1);
});
