// A fake GitHub server with the pages and endpoints of sign-in, according to its documentation (docs.github.com,
// "Authorizing OAuth apps"). The consent form contains the user as JSON.
import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A user with a GitHub account. */
export type GitHubUser = {
  id: number;
  login: string;
  name: string | null;
  /** The public email address. */
  email: string | null;
  /** The response of /user/emails. */
  emails: { email: string; primary: boolean; verified: boolean }[];
};

/** The registered OAuth app. */
export const GITHUB_APP = { clientId: "client-of-tests", clientSecret: "secret-of-tests" };

type Grant = { user: GitHubUser; redirectUri: string; challenge: string | null };

export async function startGitHub(): Promise<{ origin: string; stop: () => Promise<void> }> {
  const grants = new Map<string, Grant>();
  const bearers = new Map<string, GitHubUser>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://github.test");
    const form = new URLSearchParams(await text(request));
    switch (`${request.method} ${pathname}`) {
      case "GET /login/oauth/authorize":
        response.writeHead(200, { "Content-Type": "text/html" }).end(consentPage);
        return;
      case "POST /login/oauth/authorize":
        response.writeHead(302, { Location: consent(searchParams, form) }).end();
        return;
      case "POST /login/oauth/access_token":
        sendJson(response, 200, exchange(form));
        return;
      case "GET /user":
      case "GET /user/emails": {
        const user = bearers.get(request.headers.authorization?.replace("Bearer ", "") ?? "");
        const { emails, ...profile } = user ?? { emails: [] };
        if (user === undefined || request.headers["user-agent"] === undefined)
          sendJson(response, 401, { message: "Bad credentials" });
        else sendJson(response, 200, pathname === "/user" ? profile : emails);
        return;
      }
      default:
        sendJson(response, 404, { message: "Not Found" });
    }
  }

  /** Returns the callback URL. */
  function consent(query: URLSearchParams, form: URLSearchParams): string {
    const redirectUri = query.get("redirect_uri") ?? "";
    const callback = new URL(redirectUri);
    callback.searchParams.set("state", query.get("state") ?? "");
    if (form.get("do") === "cancel") {
      callback.searchParams.set("error", "access_denied");
      callback.searchParams.set(
        "error_description",
        "The user has denied your application access.",
      );
      return callback.href;
    }
    const code = randomUUID();
    const user = JSON.parse(form.get("user") ?? "") as GitHubUser; // the JSON that the test entered
    grants.set(code, { user, redirectUri, challenge: query.get("code_challenge") });
    callback.searchParams.set("code", code);
    return callback.href;
  }

  /** Exchanges a code for a token. A code works once. Errors have the status 200, as on GitHub. */
  function exchange(form: URLSearchParams) {
    const { clientId, clientSecret } = GITHUB_APP;
    if (form.get("client_id") !== clientId || form.get("client_secret") !== clientSecret)
      return { error: "incorrect_client_credentials" };
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    if (grant === undefined || grant.redirectUri !== form.get("redirect_uri"))
      return { error: "bad_verification_code" };
    const verifier = form.get("code_verifier") ?? "";
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    if (grant.challenge !== null && grant.challenge !== challenge)
      return { error: "bad_verification_code" };
    const token = `gho_${randomUUID()}`;
    bearers.set(token, grant.user);
    return { access_token: token, scope: "read:user,user:email", token_type: "bearer" };
  }

  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has this kind of address
  return {
    origin: `http://localhost:${port}`,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

const consentPage = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Authorize</title>
<form method="post"><label>User <textarea name="user"></textarea></label>
<button name="do" value="authorize">Authorize</button><button name="do" value="cancel">Cancel</button></form>`;

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
