// Finds resources of the account that have the names in wrangler.toml, before the deployment creates any.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { callCloudflare, tryCloudflare } from "./call-cloudflare.ts";
import { readConfig } from "../lib/config.ts";
import { runStatements } from "../lib/database.ts";
import { root } from "../lib/paths.ts";

/** wrangler prints this for a Worker that does not exist (code 10007). */
const NO_SUCH_WORKER = /Worker ".*" not found/;

export type Survey = {
  /** The database's name. */
  database: string;
  hasDatabase: boolean;
  /** The names of buckets in wrangler.toml that do not exist. */
  missingBuckets: string[];
  /** Whether the Worker exists with its SECRET_KEY, from this or an earlier deployment. */
  isDeployed: boolean;
};

/** Throws an Error with the remedy when Cloudflare refuses, or another service uses one of the names. */
export async function surveyAccount(): Promise<Survey> {
  const { name, d1_databases, r2_buckets, queues } = readConfig();
  const [{ database_name: database }] = d1_databases;

  // The first command renews an expired login. Then the other commands can run in parallel.
  const databases = JSON.parse(await callCloudflare("d1", "list", "--json")) as { name: string }[];
  const hasDatabase = databases.some((found) => found.name === database);
  // Workers Builds (the Deploy button) creates an empty Worker, database, bucket and queues before this step. Its token may
  // not list buckets and queues.
  if (process.env["WORKERS_CI"] !== undefined) {
    const isDeployed = (await findSecrets())?.includes("SECRET_KEY") === true;
    return { database, hasDatabase, missingBuckets: [], isDeployed };
  }
  const [buckets, queueTable, secrets] = await Promise.all([
    callCloudflare("r2", "bucket", "list"),
    callCloudflare("queues", "list"),
    findSecrets(),
  ]);
  const isDeployed = secrets?.includes("SECRET_KEY") === true;
  const missingBuckets = r2_buckets
    .map(({ bucket_name }) => bucket_name)
    .filter((bucket) => !isListed(buckets, bucket));
  const survey = { database, hasDatabase, missingBuckets, isDeployed };
  if (isDeployed) return survey;

  if (secrets !== undefined) {
    throw nameTaken(
      `a Worker ${name} without a SECRET_KEY, so it is not Edgeshot. If it is Edgeshot, run "npx wrangler secret ` +
        'put SECRET_KEY"',
    );
  }
  if (hasDatabase && !(await isOurDatabase()))
    throw nameTaken(`a database ${database} with other tables`);
  for (const { bucket_name } of r2_buckets) {
    // A deployment creates the database first. Without its records, the sweep would delete the images as orphans.
    if (!hasDatabase && isListed(buckets, bucket_name)) throw nameTaken(`a bucket ${bucket_name}`);
  }
  for (const { queue } of queues.consumers) {
    if (hasConsumer(queueTable, queue)) throw nameTaken(`a queue ${queue} with another consumer`);
  }
  return survey;
}

/** Returns the names of the Worker's secrets; undefined when the Worker does not exist. */
async function findSecrets(): Promise<string[] | undefined> {
  const output = await tryCloudflare(NO_SUCH_WORKER, "secret", "list", "--format", "json");
  if (output === undefined) return undefined;
  return (JSON.parse(output) as { name: string }[]).map((secret) => secret.name);
}

/** Returns whether the database is empty, or has only migrations of this project. */
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

/** Returns whether the table that "wrangler queues list" printed contains the queue with a consumer. */
function hasConsumer(printed: string, queue: string): boolean {
  const rows = printed.split("\n").map((line) => line.split("│").map((cell) => cell.trim()));
  const column = rows.find((cells) => cells.includes("consumers"))?.indexOf("consumers") ?? -1;
  const row = rows.find((cells) => cells.includes(queue));
  // Without the column, assume a consumer: the deployment must not use a queue of another service.
  return row !== undefined && row[column] !== "0";
}

/** Returns whether a table or list that wrangler printed contains the name. */
function isListed(printed: string, name: string | undefined): boolean {
  return name !== undefined && printed.split(/[\s│]+/).includes(name);
}

function nameTaken(resource: string): Error {
  return new Error(
    `This account has ${resource}. Nothing has been changed. Choose other names in wrangler.toml, or delete that ` +
      "resource, then deploy again.",
  );
}
