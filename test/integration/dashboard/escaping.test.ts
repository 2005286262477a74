// The dashboard escapes text from users, pages and webhook receivers. An HTML parser checks every page.
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { captureOptions, optionShape } from "../../../src/contract/capture-options.ts";
import { ServiceError } from "../../../src/contract/errors.ts";
import { createId } from "../../../src/lib/ids.ts";
import { createDatabase } from "../../../src/storage/database.ts";
import { accounts, deliveries, sessions, webhooks } from "../../../src/storage/schema.ts";
import { failingRender } from "../../support/fake-render.ts";
import { seedScreenshot } from "../../support/screenshots.ts";
import { createMember, createOperator, createVisitor } from "../../support/visitor.ts";

const db = createDatabase(env.DB);
const now = new Date();

/** Each text creates an element or an attribute named "attack" if it is not escaped. */
const attacks = [
  `<attack>`,
  `"><attack>`,
  `'><attack>`,
  `" attack="`,
  `' attack='`,
  `x attack=x`,
  `</title></textarea></pre></script>--><attack>`,
  `&lt;attack&gt;`,
];

const isInjected = ({ name, value }: { name: string; value: string }) =>
  name === "attack" || /^(on|style$)/i.test(name) || /^\s*(java|vb)script:/i.test(value);

async function expectText(page: Response | string) {
  const html = typeof page === "string" ? page : await page.text();
  const injected: string[] = [];
  const inspect = (element: Element) => {
    const { tagName } = element;
    const attributes = [...element.attributes].map(([name = "", value = ""]) => ({ name, value }));
    const isForeign = tagName === "script" && !element.getAttribute("src")?.startsWith("/assets/");
    if (tagName === "attack" || isForeign || attributes.some(isInjected))
      injected.push(`<${tagName} ${JSON.stringify(attributes)}>`);
  };
  await new HTMLRewriter().on("*", { element: inspect }).transform(new Response(html)).text();
  expect(injected).toEqual([]);
  expect(html.length).toBeGreaterThan(500);
}

describe.each(attacks)("%s", (attack) => {
  const query = encodeURIComponent(attack);
  const url = `https://example.com/${attack}`;

  it("Pages of accounts and logins escape names, search terms and user agents.", async () => {
    const member = await createMember({ name: attack });
    const { accountId, userId } = member;
    const name = `${attack} ${accountId}`;
    await db.update(accounts).set({ name }).where(eq(accounts.id, accountId));
    await db
      .update(sessions)
      .set({ userAgent: attack, ipAddress: attack })
      .where(eq(sessions.userId, userId));
    await expectText(await member.submit("/keys", { name: attack }));
    for (const path of ["/overview", "/keys", "/account", "/account/delete", "/playground"])
      await expectText(await member.read(path));
    await expectText(await member.post("/account/name", { name: attack.padEnd(101, "x") }));
    await expectText(await member.post("/account/delete", { email: attack, password: attack }));

    const operator = await createOperator();
    for (const path of [`/accounts?search=${query}`, `/accounts/${accountId}`])
      await expectText(await operator.read(path));
    await expectText(await operator.post("/accounts", { account: attack, email: attack }));
    await expectText(await operator.post(`/accounts/${accountId}`, { storageBytes: attack }));
    const email = `${crypto.randomUUID()}@edgeshot.test`;
    const invited = await operator.submit("/accounts", { account: name, email });
    await expectText(invited);
    const [invite = ""] = /\/invite\/[0-9A-Za-z]{32}/.exec(invited) ?? [];
    await expectText(await createVisitor().read(invite));
    await expectText(await createVisitor().post(invite, { name: attack, password: "short" }));
  });

  it("Pages without a session escape query parameters and form fields.", async () => {
    const visitor = createVisitor();
    for (const path of [
      `/sign-in?next=${encodeURIComponent(`/${attack}`)}`,
      `/sign-in?error=${query}&error_description=${query}`,
      `/invite/${query}`,
      `/${query}`,
    ])
      await expectText(await visitor.read(path));
    const login = { name: attack, email: attack, password: attack, next: attack };
    for (const path of ["/sign-in", "/sign-up"]) await expectText(await visitor.post(path, login));
  });

  it("The gallery and the page of a screenshot escape names, URLs and filters.", async () => {
    const member = await createMember();
    // Older records may contain a selector that is not valid CSS.
    const options = { ...captureOptions.parse({ styles: attack }), selector: attack };
    const id = await seedScreenshot(member.accountId, { name: attack, url, options });
    const failure = { status: "failed", errorMessage: attack, imageKey: null } as const;
    const failed = await seedScreenshot(member.accountId, { name: attack, url, ...failure });
    for (const path of [
      "/overview",
      "/screenshots",
      `/screenshots?search=${query}&batchId=${query}`,
      `/screenshots?status=${query}&format=${query}&startDate=${query}&done=${query}&page=${query}`,
      `/screenshots/${id}`,
      `/screenshots/${failed}`,
      `/playground?from=${id}`,
    ])
      await expectText(await member.read(path));
    await expectText(await member.post(`/screenshots/${id}`, { name: attack.padEnd(101, "x") }));
  });

  it("The playground escapes form fields, code snippets and errors.", async () => {
    const error = new ServiceError("host_error", { message: attack, details: { reason: attack } });
    const member = await createMember({ render: failingRender(error) });
    await member.post("/keys", { name: attack });
    const everywhere = Object.fromEntries(Object.keys(optionShape).map((name) => [name, attack]));
    await expectText(await member.post("/playground", { ...everywhere, url: attack, do: "code" }));
    const some = { url, name: attack, styles: attack, selector: attack };
    await expectText(await member.post("/playground", { ...some, do: "code" }));
    await expectText(await member.post("/playground", { ...some, selector: "", do: "capture" }));
    await expectText(await member.post("/playground", { html: attack, name: attack, do: "code" }));
  });

  it("The webhook pages escape settings, deliveries and responses of the receiver.", async () => {
    const member = await createMember();
    const [webhookId, deliveryId] = [createId(now), createId(now)];
    await db.insert(webhooks).values({
      id: webhookId,
      accountId: member.accountId,
      url,
      events: [],
      enabled: true,
      maxRetries: 0,
      retryDelayMs: 1_000,
      serviceOrigin: `https://${attack}`,
      sealedSecret: "",
      createdAt: now,
      updatedAt: now,
    });
    await db.insert(deliveries).values({
      id: deliveryId,
      webhookId,
      event: "test.ping",
      eventId: `evt_${deliveryId.slice(-16)}`,
      subject: { message: attack },
      status: "failed",
      attempts: [{ at: now.toISOString(), status: null, durationMs: 1, error: attack }],
      attemptsBegun: 1,
      retries: 0,
      overdueAt: now,
      createdAt: now,
    });
    for (const path of [
      "/webhooks",
      `/webhooks/${webhookId}`,
      `/webhooks/${webhookId}?test=${query}`,
    ])
      await expectText(await member.read(path));
    const typed = { url: attack, events: [attack], maxRetries: attack, retryDelayMs: attack };
    for (const path of ["/webhooks", `/webhooks/${webhookId}`])
      await expectText(await member.post(path, typed));
  });
});

it.each(["a\u0000b", "a\u202eb", "\u2028", "x".repeat(101), "   "])(
  "The key form rejects %j as a name.",
  async (name) => {
    const member = await createMember();
    const answer = await member.post("/keys", { name });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('id="name-fault"');
  },
);
