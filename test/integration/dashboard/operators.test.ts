// The pages that only operators can see and use.
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createDatabase } from "../../../src/storage/database.ts";
import { accounts, users } from "../../../src/storage/schema.ts";
import { createApi } from "../../support/api.ts";
import { fakeRender } from "../../support/fake-render.ts";
import { createMember, createOperator, createVisitor } from "../../support/visitor.ts";

const db = createDatabase(env.DB);

describe("an operator", () => {
  it("Only operators see the list of accounts.", async () => {
    const operator = await createOperator();
    const member = await createMember();
    expect((await member.get("/accounts")).status).toBe(404);
    expect((await member.get(`/accounts/${member.accountId}`)).status).toBe(404);
    expect((await member.post(`/accounts/${member.accountId}`, { plan: "business" })).status).toBe(
      404,
    );
    expect(await member.read("/overview")).not.toContain('href="/accounts"');
    expect(await operator.read(`/accounts?search=${member.email}`)).toContain(member.accountId);
    expect((await operator.get("/accounts/000000000000000000000000")).status).toBe(404);
  });

  it("Operators change the plan and limits of an account, with immediate effect.", async () => {
    const [operator, member] = [await createOperator(), await createMember()];
    const changes = {
      plan: "pro",
      subscriptionStatus: "active",
      monthlyScreenshots: "7",
      storageBytes: "1.5 gb",
      requestsPerMinute: "",
      retentionDays: "30",
      recordRetentionDays: "90",
    };
    const answer = await operator.post(`/accounts/${member.accountId}`, changes);
    expect(answer.status).toBe(303);
    expect(await member.read("/overview")).toContain("of 7");
    const [account] = await db.select().from(accounts).where(eq(accounts.id, member.accountId));
    expect(account?.retentionDays).toBe(30);
    expect(account?.recordRetentionDays).toBe(90);
    expect(account?.storageBytes).toBe(1_500_000_000);
    expect(await operator.read(`/accounts/${member.accountId}`)).toContain('value="1.5 GB"');
    const invalid = await operator.post(`/accounts/${member.accountId}`, {
      ...changes,
      monthlyScreenshots: "-1",
      storageBytes: "5 GiB",
      retentionDays: "1.5",
      plan: "gold",
    });
    expect(invalid.status).toBe(422);
    const page = await invalid.text();
    expect(page).toContain('id="monthlyScreenshots-fault"');
    expect(page).toContain('id="plan-fault"');
    expect(page).toContain('id="storageBytes-fault"');
    expect(page).toContain('id="retentionDays-fault"');
    expect(page).toContain('value="-1"');
  });

  it("A suspended account cannot capture, and its pages show a notice.", async () => {
    const [operator, member] = [await createOperator(), await createMember()];
    const created = await member.submit("/keys", { name: "laptop" });
    const [key = ""] = /es_[0-9A-Za-z]{40}/.exec(created) ?? [];
    await operator.post(`/accounts/${member.accountId}`, {
      plan: "free",
      subscriptionStatus: "canceled",
      monthlyScreenshots: "",
      storageBytes: "",
      requestsPerMinute: "",
      retentionDays: "",
      recordRetentionDays: "",
    });
    const api = createApi(fakeRender());
    const refusal = await api.post("/v1/capture", { url: "https://example.com/" }, { key });
    expect(refusal.status).toBe(402);
    expect(await member.read("/overview")).toContain("This account is suspended.");
  });

  it("Operators grant and remove operator access, with immediate effect.", async () => {
    const [operator, member] = [await createOperator(), await createMember()];
    const account = `/accounts/${member.accountId}`;
    const role = `${account}/operators/${member.userId}`;
    expect(await operator.read(account)).toContain(member.email);
    const granted = await operator.post(role, { operator: "yes" });
    expect(granted.headers.get("Location")).toBe(`${account}?done=operator-granted`);
    expect((await member.get("/accounts")).status).toBe(200);

    const removed = await operator.post(role, { operator: "no" });
    expect(removed.headers.get("Location")).toBe(`${account}?done=operator-removed`);
    expect((await member.get("/accounts")).status).toBe(404);
  });

  it("Operators can remove their own access, except the last operator.", async () => {
    await db.update(users).set({ isOperator: false });
    const [first, second] = [await createOperator(), await createOperator()];
    const role = ({ accountId, userId }: typeof first) =>
      `/accounts/${accountId}/operators/${userId}`;
    const answers = await Promise.all([
      first.post(role(first), { operator: "no" }),
      second.post(role(second), { operator: "no" }),
    ]);
    const [removed, refused] = answers.toSorted((a, b) => a.status - b.status);
    expect(removed?.headers.get("Location")).toBe("/overview?done=operator-removed");
    expect(refused?.status).toBe(422);
    expect(await refused?.text()).toContain("The service needs at least one operator.");
    expect(await db.$count(users, eq(users.isOperator, true))).toBe(1);
  });

  it("Only operators grant operator access, and only to logins of the account in the path.", async () => {
    const [operator, member] = [await createOperator(), await createMember()];
    const role = `/accounts/${member.accountId}/operators/${member.userId}`;
    expect((await member.post(role, { operator: "yes" })).status).toBe(404);
    expect((await createVisitor().post(role, { operator: "yes" })).status).toBe(303);
    const elsewhere = `/accounts/${operator.accountId}/operators/${member.userId}`;
    expect((await operator.post(elsewhere, { operator: "yes" })).status).toBe(404);
    expect((await member.get("/accounts")).status).toBe(404);
  });
});
