// What an account holds already under the names of wrangler.toml, asked before anything is made.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { callCloudflare, tryCloudflare } from "./call-cloudflare.ts";
import { readConfig } from "../lib/config.ts";
import { runStatements } from "../lib/database.ts";
import { root } from "../lib/paths.ts";

/** What wrangler says of a Worker that is not there (code 10007). */
const NO_SUCH_WORKER = /Worker ".*" not found/;

export type Survey = {
  /** The database's name. */
  database: string;
  hasDatabase: boolean;
  /** Whether the Worker is there and has its key: a deployment got at least that far. */
  isDeployed: boolean;
};

/** Throws an Error that says what to do, where the account refuses or a name belongs to something else. */
export async function surveyAccount(): Promise<Survey> {
  const { name, d1_databases, r2_buckets, queues } = readConfig();
  const [{ database_name: database }] = d1_databases;

  // The first question renews the login where it is old; the others may then be asked at once.
  const databases = JSON.parse(await callCloudflare("d1", "list", "--json")) as { name: string }[];
  const [buckets, queueTable, secrets] = await Promise.all([
    callCloudflare("r2", "bucket", "list"),
    callCloudflare("queues", "list"),
    findSecrets(),
  ]);
  const hasDatabase = databases.some((found) => found.name === database);
  const isDeployed = secrets?.includes("SECRET_KEY") === true;
  if (isDeployed) return { database, hasDatabase, isDeployed };

  // Workers Builds (the Deploy button) has made an empty Worker, database, bucket and queues before it comes to this.
  if (process.env["WORKERS_CI"] !== undefined) return { database, hasDatabase, isDeployed };
  if (secrets !== undefined) {
    throw isTaken(
      `a Worker ${name}, and it is no Edgeshot: it has no SECRET_KEY. If it is one after all: "npx wrangler secret ` +
        'put SECRET_KEY"',
    );
  }
  if (hasDatabase && !(await isOurDatabase()))
    throw isTaken(`a database ${database} with other tables`);
  for (const { bucket_name } of r2_buckets) {
    // A deployment makes the database first. Images without it would be removed as orphans.
    if (!hasDatabase && isListed(buckets, bucket_name)) throw isTaken(`a bucket ${bucket_name}`);
  }
  for (const { queue } of queues.consumers) {
    if (isListed(queueTable, queue) && (await hasConsumer(queue)))
      throw isTaken(`a queue ${queue} that something else reads`);
  }
  return { database, hasDatabase, isDeployed };
}

/** The names of the Worker's secrets; undefined while there is no such Worker. */
async function findSecrets(): Promise<string[] | undefined> {
  const said = await tryCloudflare(NO_SUCH_WORKER, "secret", "list", "--format", "json");
  if (said === undefined) return undefined;
  return (JSON.parse(said) as { name: string }[]).map((secret) => secret.name);
}

/** Empty, or migrated by these migrations alone. */
async function isOurDatabase(): Promise<boolean> {
  const [tables = []] = await runStatements(
    [
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'`,
    ],
    true,
  );
  if (tables.length === 0) return true;
  if (!tables.some(({ name }) => name === "d1_migrations")) return false;
  const [applied = []] = await runStatements(["SELECT name FROM d1_migrations"], true);
  return applied.every(({ name }) => existsSync(join(root, "migrations", String(name))));
}

async function hasConsumer(queue: string): Promise<boolean> {
  return /Number of Consumers: [1-9]/.test(await callCloudflare("queues", "info", queue));
}

/** In what wrangler prints as a table or a list. */
function isListed(printed: string, name: string | undefined): boolean {
  return name !== undefined && printed.split(/[\s│]+/).includes(name);
}

function isTaken(what: string): Error {
  return new Error(
    `This account has ${what}. Nothing has been changed. Choose other names in wrangler.toml, or remove what is there, ` +
      "then deploy again.",
  );
}
