// A dashboard visitor without a browser. Stores cookies and sends forms like a browser.
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { createDatabase } from "../../src/storage/database.ts";
import { users } from "../../src/storage/schema.ts";
import { createApi } from "./api.ts";
import { PASSWORD } from "./test-password.ts";

type ApiOptions = Parameters<typeof createApi>[0];

export const ORIGIN = "https://edgeshot.test";
export { PASSWORD };

/** Sign-ups are open by default. Set `vars` to change this. */
export function createVisitor({ vars, ...options }: ApiOptions = {}) {
  const api = createApi({ ...options, vars: { SIGNUPS: "open", ...vars } });
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
    /** Returns the text of a page. */
    read: async (path: string) => (await send("GET", path, {})).text(),
    /** Sends a form. An array sends several values for one name. `headers` override the default headers. */
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
    /** Sends a form and returns the text of the page to which the response redirects. */
    submit: async (path: string, fields: Record<string, string | string[]>) => {
      const answer = await visitor.post(path, fields);
      if (answer.status !== 303) throw new Error(`${answer.status}: ${await answer.text()}`);
      return visitor.read(answer.headers.get("Location") ?? "");
    },
    signIn: (login: { email: string; password?: string; next?: string }) =>
      visitor.post("/sign-in", { password: PASSWORD, ...login }),
  };
  return visitor;
}

/** Creates a visitor with an account and a session. */
export async function createMember({
  name = "Ada Lovelace",
  ...options
}: ApiOptions & { name?: string } = {}) {
  const visitor = createVisitor(options);
  const email = `${crypto.randomUUID()}@edgeshot.test`;
  const answer = await visitor.post("/sign-up", { name, email, password: PASSWORD });
  if (answer.status !== 303) throw new Error(await answer.text());
  const [user] = await createDatabase(env.DB).select().from(users).where(eq(users.email, email));
  if (user === undefined) throw new Error("The sign-up created no user.");
  return { ...visitor, email, userId: user.id, accountId: user.accountId };
}

export async function createOperator(options: ApiOptions = {}) {
  const member = await createMember(options);
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
