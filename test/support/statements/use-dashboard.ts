// Opens every page of the dashboard, and sends its forms.
import { expect } from "vitest";
import { createOperator, createVisitor, PASSWORD } from "../visitor.ts";
import { METRICS_TOKEN, type MeasuredService } from "./measured-service.ts";
import type { Subject } from "./use-api.ts";

export async function openPages(service: MeasuredService, subject: Subject) {
  const { open, measure, member, accountId } = service;
  const { screenshotId, monitorId, webhookId, runId, batchId } = subject;
  const day = new Date(Date.now() - 9 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  for (const path of [
    "/overview",
    "/overview?days=90",
    "/screenshots",
    "/screenshots?status=failed",
    "/screenshots?search=rare",
    `/screenshots/${screenshotId}`,
    "/playground",
    `/playground?from=${screenshotId}`,
    "/monitors",
    "/monitors/new",
    `/monitors/${monitorId}`,
    `/monitors/${monitorId}/edit`,
    `/monitors/${monitorId}/day?day=${day}`,
    `/screenshots?batchId=${batchId}`,
    "/keys",
    "/webhooks",
    `/webhooks/${webhookId}`,
    "/account",
    "/service",
    "/accounts",
    `/accounts?search=example`,
    `/accounts/${accountId}`,
  ])
    await open(path);
  // 404, because the first run was not compared.
  await measure("page /compare?run", () => member.get(`/compare?run=${runId}`));
}

export async function sendForms(
  { submit, open, accountId }: MeasuredService,
  { monitorId }: Subject,
) {
  expect(await submit("/keys", { name: "laptop" })).toContain("es_");
  const [, key = ""] = /href="(\/keys\/[0-9a-f]{24})"/.exec(await open("/keys")) ?? [];
  await submit(key, { name: "desktop", expires: "" });
  await submit(`${key}/revoke`);
  await submit(`/monitors/${monitorId}/pause`);
  await submit(`/monitors/${monitorId}/resume`);
  await submit("/account/name", { name: "Grace" });
  await submit("/account/password", { currentPassword: PASSWORD, newPassword: PASSWORD });
  await submit(`/accounts/${accountId}`, {
    plan: "business",
    subscriptionStatus: "active",
    monthlyScreenshots: "100000000",
    storageBytes: "100 TB",
    requestsPerMinute: "1000000",
    retentionDays: "",
    recordRetentionDays: "",
  });
}

/** Creates logins with an invite and by sign-up, ends a session, and deletes an account. */
export async function useLogins({ measure, submit, open, overrides, vars }: MeasuredService) {
  const email = `${crypto.randomUUID()}@edgeshot.test`;
  const page = await submit("/accounts", { account: email, email });
  const [, path = ""] = /edgeshot\.test(\/invite\/[0-9A-Za-z]{32})</.exec(page) ?? [];
  const visitor = () => createVisitor({ ...overrides, vars });
  const guest = visitor();
  await measure("page /invite", () => guest.get(path));
  await measure("form /invite", () => guest.post(path, { name: "Grace", password: PASSWORD }));
  const [, account = ""] =
    /href="(\/accounts\/[0-9a-f]{24})"/.exec(await open(`/accounts?search=${email}`)) ?? [];
  const [, operator = ""] =
    /action="(\/accounts\/[0-9a-f]{24}\/operators\/[^"]+)"/.exec(await open(account)) ?? [];
  await submit(operator, { operator: "yes" });
  await submit(operator, { operator: "no" });
  const again = visitor();
  await measure("form /sign-in", () => again.signIn({ email }));
  const [, session = ""] =
    /action="(\/account\/sessions\/[^"]+)"/.exec(await again.read("/account")) ?? [];
  await measure("form /account/sessions", () => again.post(session));
  await measure("form /sign-out", () => guest.post("/sign-out"));
  await measure("form /account/delete", () =>
    again.post("/account/delete", { email, password: PASSWORD }),
  );
  const sent = { name: "Ada", email: `other-${email}`, password: PASSWORD };
  await measure("form /sign-up", () => visitor().post("/sign-up", sent));
}

/** Deletes a webhook, a monitor, and the account with its records. The other operator stays. */
export async function deleteAccount(service: MeasuredService, subject: Subject) {
  const { call, measure, member, overrides, vars } = service;
  await call("DELETE", `/v1/webhooks/${subject.webhookId}`);
  await call("DELETE", `/v1/monitors/${subject.monitorId}`);
  await createOperator({ ...overrides, vars });
  // The sweeps have deleted expired sessions.
  await member.signIn({ email: member.email });
  const sent = { email: member.email, password: PASSWORD };
  await measure("form /account/delete, all records", async () => {
    const answer = await member.post("/account/delete", sent);
    expect([answer.status, answer.status === 303 || (await answer.text())]).toEqual([303, true]);
  });
}

export async function readOperations({ measure, api }: MeasuredService) {
  await measure("GET /metrics", async () => {
    const answer = await api.get("/metrics", {
      headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
    });
    expect(answer.status).toBe(200);
  });
  await measure("GET /ready", () => api.get("/ready"));
}
