// The dashboard's pages: keys, the account, operators' pages, invites; and what must not get into them.
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createDatabase } from "../../src/storage/database.ts";
import { accounts, invites, screenshots, users } from "../../src/storage/schema.ts";
import { createApi } from "../support/api.ts";
import { plantedRender } from "../support/planted-rendering.ts";
import { createMember, createOperator, createVisitor, PASSWORD } from "../support/visitor.ts";

const db = createDatabase(env.DB);

describe("every page", () => {
  it.each(["/overview", "/keys", "/account", "/account/delete", "/accounts"])(
    "wants a session, and leads back: %s",
    async (path) => {
      const answer = await createVisitor().get(path);
      expect(answer.status).toBe(303);
      expect(answer.headers.get("Location")).toBe(
        path === "/overview" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`,
      );
    },
  );

  it.each(["/", "/sign-in", "/sign-up", "/nowhere", "/overview"])(
    "loads nothing from elsewhere and is not framed: %s",
    async (path) => {
      const member = await createMember();
      const answer = await (path === "/overview" ? member : createVisitor()).get(path);
      const policy = answer.headers.get("Content-Security-Policy");
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
      const page = await answer.text();
      expect(page).not.toMatch(/(src|href|action)="(?!\/(?!\/)|#)/);
      expect(page).not.toMatch(/ style=| on[a-z]+=/);
    },
  );

  it("is a page also where there is none, for a browser; JSON for a program", async () => {
    const page = await createVisitor().get("/nowhere");
    expect(page.status).toBe(404);
    expect(await page.text()).toContain("<h1>Not found</h1>");
    const answer = await createApi().get("/nowhere");
    expect(await answer.json()).toMatchObject({ error: { code: "not_found" } });
    const underV1 = await createVisitor().get("/v1/nowhere");
    expect(underV1.headers.get("Content-Type")).toMatch(/^application\/json/);
  });

  it("that breaks tells nothing but a request id", async () => {
    const member = await createMember();
    const broken = createVisitor({
      clock: () => {
        throw new Error("secret detail");
      },
    });
    for (const [name, value] of member.jar) broken.jar.set(name, value);
    const answer = await broken.get("/overview");
    expect(answer.status).toBe(500);
    const page = await answer.text();
    expect(page).toContain(answer.headers.get("X-Request-Id"));
    expect(page).not.toContain("secret detail");
  });

  it("has its stylesheet under an address that may be kept for good", async () => {
    const page = await createVisitor().read("/");
    const [, path = ""] = /href="(\/assets\/[0-9a-f]{16}\/dashboard\.css)"/.exec(page) ?? [];
    const answer = await createVisitor().get(path);
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/css/);
    expect(answer.headers.get("Cache-Control")).toContain("immutable");
    expect((await createVisitor().get("/assets/0000000000000000/dashboard.css")).status).toBe(404);
  });
});

describe("what people type", () => {
  const payloads = [
    `<script>alert(1)</script>`,
    `"><img src=x onerror=alert(1)>`,
    `' autofocus onfocus='alert(1)`,
    `</title><svg onload=alert(1)>`,
    `{{7*7}}&lt;b&gt;`,
  ];

  it.each(payloads)("is text and nothing else: %s", async (payload) => {
    const member = await createMember({ name: payload });
    await member.post("/keys", { name: payload });
    await db
      .update(accounts)
      .set({ name: `${payload} ${member.accountId}` })
      .where(eq(accounts.id, member.accountId));
    const operator = await createOperator();
    const pages = [
      await member.read("/overview"),
      await member.read("/keys"),
      await member.read("/account"),
      await member.read("/account/delete"),
      await operator.read(`/accounts?search=${encodeURIComponent(payload)}`),
      await operator.read(`/accounts/${member.accountId}`),
      await (await member.post("/keys", { name: payload })).text(),
      await (await member.post("/account/name", { name: payload.padEnd(101, "x") })).text(),
      await (await createVisitor().post("/sign-up", { name: payload, email: payload })).text(),
      await createVisitor().read(`/sign-in?next=${encodeURIComponent(`/${payload}`)}`),
      await createVisitor().read(`/sign-in?error=${encodeURIComponent(payload)}`),
    ];
    for (const page of pages) {
      expect(page).not.toMatch(/<(script(?! src="\/assets\/)|img|svg onload)/i);
      expect(page).not.toMatch(/<[^>]* on[a-z]+=(?=[^"]*>)/i);
      expect(page).not.toContain(payload);
    }
  });

  it.each(["a\u0000b", "a\u202eb", "\u2028", "x".repeat(101), "   "])(
    "is refused as a name: %j",
    async (name) => {
      const member = await createMember();
      const answer = await member.post("/keys", { name });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain('id="name-fault"');
    },
  );
});

describe("API keys", () => {
  it("are shown once, work at once, say when they were used, and end at once", async () => {
    const member = await createMember();
    const created = await member.post("/keys", { name: "laptop" });
    expect(created.status).toBe(201);
    const [key = ""] = /es_[0-9A-Za-z]{40}/.exec(await created.text()) ?? [];
    const api = createApi(plantedRender());
    expect((await api.get("/v1/screenshots", { key })).status).toBe(200);
    await api.settled();

    const list = await member.read("/keys");
    expect(list).not.toContain(key);
    expect(list).toContain(key.slice(0, 8));
    expect(list).not.toContain("Never");
    const [, path = ""] = /action="(\/keys\/[0-9a-f]{24}\/revoke)"/.exec(list) ?? [];
    expect((await member.post(path)).status).toBe(303);
    expect((await api.get("/v1/screenshots", { key })).status).toBe(401);
    expect((await member.post(path)).status).toBe(404);
  });

  it("of another account cannot be revoked, and are not there", async () => {
    const [member, stranger] = [await createMember(), await createMember()];
    await stranger.post("/keys", { name: "theirs" });
    const list = await stranger.read("/keys");
    const [, path = ""] = /action="(\/keys\/[0-9a-f]{24}\/revoke)"/.exec(list) ?? [];
    expect((await member.post(path)).status).toBe(404);
    expect(await stranger.read("/keys")).toBe(list);
    expect(await member.read("/keys")).not.toContain("theirs");
  });
});

describe("deleting an account", () => {
  it("takes everything with it: images, records, keys, logins, sessions", async () => {
    await createOperator();
    const member = await createMember();
    const created = await member.post("/keys", { name: "laptop" });
    const [key = ""] = /es_[0-9A-Za-z]{40}/.exec(await created.text()) ?? [];
    const api = createApi(plantedRender());
    const body = { url: "https://example.com/", options: { response_type: "json" } };
    const capture = await api.post("/v1/capture", body, { key });
    expect(capture.status).toBe(201);
    await api.settled();
    const { data } = await capture.json<{ data: { image_url: string } }>();
    expect((await api.get(data.image_url)).status).toBe(200);

    const wrong = await member.post("/account/delete", { email: "somebody@else.test" });
    expect(wrong.status).toBe(422);
    expect((await member.get("/overview")).status).toBe(200);

    const answer = await member.post("/account/delete", { email: member.email.toUpperCase() });
    expect(answer.headers.get("Location")).toBe("/");
    const { accountId } = member;
    expect(await db.$count(accounts, eq(accounts.id, accountId))).toBe(0);
    expect(await db.$count(users, eq(users.accountId, accountId))).toBe(0);
    expect(await db.$count(screenshots, eq(screenshots.accountId, accountId))).toBe(0);
    expect((await api.get(data.image_url)).status).toBe(404);
    expect((await api.get("/v1/screenshots", { key })).status).toBe(401);
    expect((await member.signIn({ email: member.email })).status).toBe(401);
  });
});

describe("an operator", () => {
  it("alone sees the accounts", async () => {
    const member = await createMember();
    expect((await member.get("/accounts")).status).toBe(404);
    expect((await member.get(`/accounts/${member.accountId}`)).status).toBe(404);
    expect((await member.post(`/accounts/${member.accountId}`, { plan: "business" })).status).toBe(
      404,
    );
    expect(await member.read("/overview")).not.toContain('href="/accounts"');
    const operator = await createOperator();
    expect(await operator.read(`/accounts?search=${member.email}`)).toContain(member.accountId);
    expect((await operator.get("/accounts/000000000000000000000000")).status).toBe(404);
  });

  it("changes plan and numbers, which hold at once", async () => {
    const [operator, member] = [await createOperator(), await createMember()];
    const changes = {
      plan: "pro",
      subscriptionStatus: "active",
      monthlyScreenshots: "7",
      storageBytes: "",
      requestsPerMinute: "",
      retentionDays: "30",
    };
    const answer = await operator.post(`/accounts/${member.accountId}`, changes);
    expect(answer.status).toBe(303);
    expect(await member.read("/overview")).toContain("of 7");
    const [account] = await db.select().from(accounts).where(eq(accounts.id, member.accountId));
    expect(account?.retentionDays).toBe(30);
    const faulty = await operator.post(`/accounts/${member.accountId}`, {
      ...changes,
      monthlyScreenshots: "-1",
      retentionDays: "1.5",
      plan: "gold",
    });
    expect(faulty.status).toBe(422);
    const page = await faulty.text();
    expect(page).toContain('id="monthlyScreenshots-fault"');
    expect(page).toContain('id="plan-fault"');
    expect(page).toContain('id="retentionDays-fault"');
    expect(page).toContain('value="-1"');
  });

  it("suspends an account: it captures nothing, and its pages say so", async () => {
    const [operator, member] = [await createOperator(), await createMember()];
    const created = await member.post("/keys", { name: "laptop" });
    const [key = ""] = /es_[0-9A-Za-z]{40}/.exec(await created.text()) ?? [];
    await operator.post(`/accounts/${member.accountId}`, {
      plan: "free",
      subscriptionStatus: "canceled",
      monthlyScreenshots: "",
      storageBytes: "",
      requestsPerMinute: "",
      retentionDays: "",
    });
    const api = createApi(plantedRender());
    const refusal = await api.post("/v1/capture", { url: "https://example.com/" }, { key });
    expect(refusal.status).toBe(402);
    expect(await member.read("/overview")).toContain("This account is suspended.");
  });

  it("invites somebody by a link that works once", async () => {
    const operator = await createOperator();
    const email = `${crypto.randomUUID()}@edgeshot.test`;
    const account = `acme ${email}`;
    const answer = await operator.post("/accounts", { account, email });
    expect(answer.status).toBe(201);
    const [, path = ""] =
      /edgeshot\.test(\/invite\/[0-9A-Za-z]{32})</.exec(await answer.text()) ?? [];

    const guest = createVisitor({ vars: { SIGNUPS: "closed" } });
    expect(await guest.read(path)).toContain(email);
    const accepted = await guest.post(path, {
      name: "Grace",
      password: PASSWORD,
      email: "evil@x.test",
    });
    expect(accepted.headers.get("Location")).toBe("/overview");
    const page = await guest.read("/account");
    expect(page).toContain(account);
    expect(page).toContain(`You sign in as ${email}`);
    expect((await createVisitor().get(path)).status).toBe(404);
    const again = await operator.post("/accounts", { account, email });
    expect(again.status).toBe(422);
    expect(await again.text()).toContain("There is a login with this address already.");
  });

  it("gives a link that several use at once to one of them, and tells the others", async () => {
    const operator = await createOperator();
    const email = `${crypto.randomUUID()}@edgeshot.test`;
    const answer = await operator.post("/accounts", { account: email, email });
    const [, path = ""] =
      /edgeshot\.test(\/invite\/[0-9A-Za-z]{32})</.exec(await answer.text()) ?? [];
    const login = { name: "Grace", password: PASSWORD };
    const answers = await Promise.all([1, 2, 3].map(() => createVisitor().post(path, login)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 422, 422]);
  });

  it("offers nothing for ever: an invite is over after a week", async () => {
    const operator = await createOperator();
    const email = `${crypto.randomUUID()}@edgeshot.test`;
    const answer = await operator.post("/accounts", { account: email, email });
    const [, path = ""] =
      /edgeshot\.test(\/invite\/[0-9A-Za-z]{32})</.exec(await answer.text()) ?? [];
    await db
      .update(invites)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(invites.email, email));
    expect((await createVisitor().get(path)).status).toBe(404);
    expect((await createVisitor().post(path, { name: "Eve", password: PASSWORD })).status).toBe(
      404,
    );
  });
});
