// Fakes Cloudflare's API for a deployment by wrangler, with one account in memory. Paths, shapes and codes are those
// that wrangler expects (cloudflare/workers-sdk, packages/deploy-helpers and its tests).
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { Account } from "./account.ts";
import { Refusal } from "./refusal.ts";
import { type ApiRequest, page, type Route } from "./route.ts";
import { storageRoutes } from "./storage-routes.ts";
import { workerRoutes } from "./worker-routes.ts";

/** Returns the refusal for a request in the format of requests(), or undefined to accept the request. */
type RefusalRule = (request: string) => Refusal | undefined;

export type CloudflareApi = {
  account: Account;
  /** Environment variables that direct wrangler to this server. */
  environment: Record<string, string>;
  /** Returns "METHOD /path" of every request since the last call, with :account and :id instead of ids. */
  requests(): string[];
  /** Applies a rule to every later request. Replaces the previous rule. */
  refuse(rule: RefusalRule): void;
  stop(): Promise<void>;
};

const routes: Route[] = [
  ["GET", /^\/accounts$/, (account) => page(accountsOf(account))],
  [
    "GET",
    /^\/memberships$/,
    (account) => page(accountsOf(account).map((member) => ({ account: member }))),
  ],
  ...storageRoutes,
  ...workerRoutes,
];

const TOKEN = "token-of-the-fake-account";

export async function startCloudflareApi(): Promise<CloudflareApi> {
  const account = new Account();
  const log: string[] = [];
  let refusalRule: RefusalRule = () => undefined;

  const server = createServer((message, response) => {
    void answer(message).then(({ status, body }) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end("text" in body ? body.text : JSON.stringify(body));
    });
  });

  async function answer(message: IncomingMessage): Promise<{ status: number; body: object }> {
    try {
      const request = await readRequest(message);
      const path = request.path.replace(account.id, ":account");
      const line = `${request.method} ${path.replaceAll(/[0-9a-f]{32}|[0-9a-f-]{36}/g, ":id")}`;
      log.push(line);
      const refusal = refusalRule(line);
      if (refusal !== undefined) throw refusal;
      const isAssetUpload = request.path === `/accounts/${account.id}/workers/assets/upload`;
      if (!isAssetUpload && message.headers.authorization !== `Bearer ${TOKEN}`)
        throw new Refusal(400, 9106, "Authentication failed (status: 400)");
      return {
        status: 200,
        body: { success: true, errors: [], messages: [], ...(await find(request)) },
      };
    } catch (error) {
      // Every exception becomes a response. An exception other than Refusal is a bug in this fake: respond 501.
      const refusal = error instanceof Refusal ? error : new Refusal(501, 0, String(error));
      const errors = [{ code: refusal.code, message: refusal.message }];
      return {
        status: refusal.status,
        body: { success: false, errors, messages: [], result: null },
      };
    }
  }

  async function find(request: ApiRequest) {
    for (const [method, pattern, handle] of routes) {
      const found = method === request.method ? pattern.exec(request.path) : null;
      if (found === null) continue;
      const parameters = found.slice(1).map((text) => decodeURIComponent(text));
      return handle(account, request, ...parameters);
    }
    throw new Refusal(
      404,
      7003,
      `Could not route to ${request.path}, perhaps your object identifier is invalid?`,
    );
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // a TCP server has an AddressInfo
  const { port } = server.address() as AddressInfo;
  return {
    account,
    environment: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
      CLOUDFLARE_API_TOKEN: TOKEN,
    },
    requests: () => log.splice(0),
    refuse: (rule) => {
      refusalRule = rule;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function readRequest(message: IncomingMessage): Promise<ApiRequest> {
  const url = new URL(message.url ?? "/", "http://localhost");
  const bytes = await buffer(message);
  const headers = { "Content-Type": message.headers["content-type"] ?? "" };
  return {
    method: message.method ?? "GET",
    path: url.pathname.replace(/^\/client\/v4/, ""),
    query: url.searchParams,
    json: () => JSON.parse(bytes.toString()) as unknown,
    form: () => new Response(new Uint8Array(bytes), { headers }).formData(),
  };
}

function accountsOf({ id, others }: Account) {
  return [id, ...others].map((each) => ({ id: each, name: `Account ${each.slice(0, 4)}` }));
}
