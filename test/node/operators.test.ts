// Operators of a deployed service: the invite of a deployment, and npm run account -- operator.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { deploy } from "../../scripts/deploy/deployment.ts";
import { root } from "../../scripts/lib/paths.ts";
import type { CloudflareApi } from "../support/cloudflare/api.ts";
import { emptyAccount } from "../support/cloudflare/empty-account.ts";
import { runScript } from "./support/run-script.ts";
import { worker } from "./support/deployments.ts";

const migrationsFolder = join(root, "migrations");

function query(api: CloudflareApi, sql: string) {
  const rows = api.account.databases.get("edgeshot")?.sqlite.prepare(sql).all() ?? [];
  return rows.map((row) => ({ ...row }));
}

function changeOperator(...args: string[]) {
  return runScript("account", ["operator", ...args, "--remote"]);
}

it("The first deployment stores the invite of its operator before it uploads the Worker, and the second one creates none.", async () => {
  const { api } = await emptyAccount();
  api.refuse((line) => {
    if (line === "PUT /accounts/:account/workers/scripts/edgeshot")
      expect(query(api, "SELECT email FROM invites")).toEqual([{ email: "me@example.com" }]);
    return undefined;
  });
  const { code, output } = await runScript("deploy", ["--operator", "Me@Example.com"]);
  expect(code).toBe(0);
  const link = /https:\/\/edgeshot\.someone\.workers\.dev\/invite\/([0-9A-Za-z]{32})\n/;
  const [, token = ""] = link.exec(output) ?? [];
  expect(output).not.toContain("/sign-up");
  expect(output).toContain("--account me@example.com");
  expect(query(api, "SELECT name, plan FROM accounts")).toEqual([
    { name: "me@example.com", plan: "business" },
  ]);
  const hash = createHash("sha256").update(token).digest("hex");
  expect(query(api, "SELECT token_hash FROM invites")).toEqual([{ token_hash: hash }]);

  query(
    api,
    `INSERT INTO users (id, account_id, name, email, is_operator, created_at, updated_at)
     SELECT 'u', id, 'me', 'me@example.com', 1, 0, 0 FROM accounts`,
  );
  query(api, "DELETE FROM invites");
  query(api, "UPDATE accounts SET name = 'renamed'");
  api.refuse(() => undefined);
  const [version] = worker(api).versions;

  const printed: string[] = [];
  await deploy((line) => printed.push(line), "me@example.com");

  expect(printed.join("\n")).toContain("me@example.com already has a login");
  expect(worker(api).versions).toEqual([version, expect.any(String)]);
  expect(query(api, "SELECT email FROM invites")).toEqual([]);
  expect(query(api, "SELECT name FROM accounts")).toEqual([{ name: "renamed" }]);
});

it("A deployment rejects an operator that is not an email address, before it sends any request.", async () => {
  const { api } = await emptyAccount();
  const { code, output } = await runScript("deploy", ["--operator", "me"]);
  expect(code).not.toBe(0);
  expect(output).toContain("me is not an email address.");
  expect(api.requests()).toEqual([]);
});

it("The account command adds and removes operators, but never removes the last one.", async () => {
  const { api } = await emptyAccount();
  const database = api.account.createDatabase("edgeshot");
  for (const file of readdirSync(migrationsFolder).sort())
    if (file.endsWith(".sql"))
      database.sqlite.exec(readFileSync(join(migrationsFolder, file), "utf8"));
  query(api, "INSERT INTO accounts (id, name, plan, created_at) VALUES ('a', 'a', 'free', 0)");
  for (const email of ["one@x.test", "two@x.test"])
    query(
      api,
      `INSERT INTO users (id, account_id, name, email, created_at, updated_at)
       VALUES ('${email}', 'a', 'x', '${email}', 0, 0)`,
    );
  const operators = () =>
    query(api, "SELECT email FROM users WHERE is_operator = 1 ORDER BY email");

  expect((await changeOperator("ONE@x.test")).code).toBe(0);
  expect((await changeOperator("two@x.test")).code).toBe(0);
  expect(operators()).toEqual([{ email: "one@x.test" }, { email: "two@x.test" }]);
  expect((await changeOperator("one@x.test", "--revoke")).code).toBe(0);
  const refusal = await changeOperator("two@x.test", "--revoke");
  expect(refusal.code).toBe(1);
  expect(refusal.output).toContain("two@x.test is the only operator. Make another one first.");
  expect(operators()).toEqual([{ email: "two@x.test" }]);
  const unknown = await changeOperator("unknown@x.test");
  expect(unknown.code).toBe(1);
  expect(unknown.output).toContain("unknown@x.test has no login.");
});
