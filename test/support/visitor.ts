// Somebody at the dashboard, without a browser: keeps cookies, sends forms as a browser does.
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { createDatabase } from "../../src/storage/database.ts";
import { users } from "../../src/storage/schema.ts";
import { createApi } from "./api.ts";

type Planted = Parameters<typeof createApi>[0];

export const ORIGIN = "https://edgeshot.test";
export const PASSWORD = "correct horse battery staple";

/** Sign-ups are open unless `vars` say otherwise. */
export function createVisitor({ vars, ...planted }: Planted = {}) {
  const api = createApi({ ...planted, vars: { SIGNUPS: "open", ...vars } });
  const jar = new Map<string, string>();

  async function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await api.send(method, path, {
      headers: { Accept: "text/html", ...(cookie === "" ? {} : { Cookie: cookie }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  const visitor = {
    api,
    jar,
    get: (path: string, headers: Record<string, string> = {}) => send("GET", path, headers),
    /** The text of a page that is there. */
    read: async (path: string) => (await send("GET", path, {})).text(),
    /** Several values under one name: as an array. `headers` go before those of a form that was sent from here. */
    post: (
      path: string,
      fields: Record<string, string | string[]> = {},
      headers: Record<string, string> = {},
    ) =>
      send(
        "POST",
        path,
        {
          "Content-Type": "application/x-www-form-urlencoded",
          Origin: ORIGIN,
          "Sec-Fetch-Site": "same-origin",
          ...headers,
        },
        new URLSearchParams(pairsOf(fields)).toString(),
      ),
    signIn: (login: { email: string; password?: string; next?: string }) =>
      visitor.post("/sign-in", { password: PASSWORD, ...login }),
  };
  return visitor;
}

/** A visitor who has signed up. */
export async function createMember({
  name = "Ada Lovelace",
  ...planted
}: Planted & { name?: string } = {}) {
  const visitor = createVisitor(planted);
  const email = `${crypto.randomUUID()}@edgeshot.test`;
  const answer = await visitor.post("/sign-up", { name, email, password: PASSWORD });
  if (answer.status !== 303) throw new Error(await answer.text());
  const [user] = await createDatabase(env.DB).select().from(users).where(eq(users.email, email));
  if (user === undefined) throw new Error("Nobody signed up.");
  return { ...visitor, email, userId: user.id, accountId: user.accountId };
}

export async function createOperator(planted: Planted = {}) {
  const member = await createMember(planted);
  await createDatabase(env.DB)
    .update(users)
    .set({ isOperator: true })
    .where(eq(users.id, member.userId));
  return member;
}

function pairsOf(fields: Record<string, string | string[]>): [name: string, value: string][] {
  return Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
}
