// A stand-in for Cloudflare's API: the questions wrangler asks while it deploys, answered from one account in memory.
// Paths, shapes and codes are those that wrangler reads (cloudflare/workers-sdk, packages/deploy-helpers and its tests).
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { Account } from "./account.ts";
import { Refusal } from "./refusal.ts";
import { type ApiRequest, page, type Route } from "./route.ts";
import { storageRoutes } from "./storage-routes.ts";
import { workerRoutes } from "./worker-routes.ts";

type Judge = (request: string) => Refusal | undefined;

export type CloudflareApi = {
  account: Account;
  /** For the environment of a wrangler that is to ask here. */
  environment: Record<string, string>;
  /** "METHOD /path" of every request since the last call; what is the account's own stands as :account. */
  requests(): string[];
  /** From now on every request is shown to it first, as requests() says it; what it returns is the answer. */
  refuse(judge: Judge): void;
  stop(): Promise<void>;
};

const routes: Route[] = [
  ["GET", /^\/accounts$/, (account) => page(accountsOf(account))],
  [
    "GET",
    /^\/memberships$/,
    (account) => page(accountsOf(account).map((its) => ({ account: its }))),
  ],
  ...storageRoutes,
  ...workerRoutes,
];

const TOKEN = "a token that only this account knows";

export async function startCloudflareApi(): Promise<CloudflareApi> {
  const account = new Account();
  const log: string[] = [];
  let judge: Judge = () => undefined;

  const server = createServer((message, response) => {
    void answer(message).then(({ status, body }) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    });
  });

  async function answer(message: IncomingMessage): Promise<{ status: number; body: object }> {
    try {
      const request = await readRequest(message);
      const path = request.path.replace(account.id, ":account");
      const line = `${request.method} ${path.replaceAll(/[0-9a-f]{32}|[0-9a-f-]{36}/g, ":id")}`;
      log.push(line);
      const refusal = judge(line);
      if (refusal !== undefined) throw refusal;
      const isAssetUpload = request.path === `/accounts/${account.id}/workers/assets/upload`;
      if (!isAssetUpload && message.headers.authorization !== `Bearer ${TOKEN}`)
        throw new Refusal(400, 9106, "Authentication failed (status: 400)");
      return {
        status: 200,
        body: { success: true, errors: [], messages: [], ...(await find(request)) },
      };
    } catch (error) {
      // Where an exception becomes an answer; what is no refusal is a fault of this file, and says so.
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
  // listen() on a port: the address is no pipe's.
  const { port } = server.address() as AddressInfo;
  return {
    account,
    environment: {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
      CLOUDFLARE_API_TOKEN: TOKEN,
    },
    requests: () => log.splice(0),
    refuse: (next) => {
      judge = next;
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
