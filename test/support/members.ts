// Somebody who is signed in to the dashboard, with an account of their own.
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { createApi } from "./api.ts";

const ORIGIN = "https://edgeshot.test";

/** Signs up as anybody would. `planted`: as for createApi(). Pages are asked for by their paths. */
export async function createMember(planted: Parameters<typeof createApi>[0] = {}) {
  const api = createApi({ ...planted, vars: { SIGNUPS: "open", ...planted.vars } });
  const email = `${crypto.randomUUID()}@edgeshot.test`;
  const signUp = { name: "Ada Lovelace", email, password: "correct horse battery staple" };
  const signedUp = await api.send("POST", "/sign-up", {
    headers: { Origin: ORIGIN },
    body: new URLSearchParams(signUp),
  });
  expect(signedUp.status, await signedUp.text()).toBe(303);
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const headers = { Cookie: cookie, Origin: ORIGIN, Accept: "text/html" };
  const accountId = await env.DB.prepare("SELECT account_id AS id FROM users WHERE email = ?")
    .bind(email)
    .first<string>("id");

  return {
    accountId: accountId ?? "",
    open: (path: string) => api.get(path, { headers }),
    /** Sends a form. Several values under one name: as an array. */
    submit: (path: string, fields: Record<string, string | string[]> = {}) => {
      const pairs = Object.entries(fields).flatMap(([name, values]) =>
        [values].flat().map((value) => [name, value]),
      );
      return api.send("POST", path, { headers, body: new URLSearchParams(pairs) });
    },
    settled: api.settled,
  };
}
