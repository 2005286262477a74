// Fakes the routes of D1, R2 and Queues.
import type { DatabaseSync } from "node:sqlite";
import { unstable_splitSqlQuery } from "wrangler";
import { type Account, type Consumer, findWorker } from "./account.ts";
import { Refusal } from "./refusal.ts";
import { type Answer, type ApiRequest, ofAccount, page, type Route } from "./route.ts";

export const storageRoutes: Route[] = [
  [
    "GET",
    ofAccount("/d1/database"),
    (account) => page([...account.databases].map(describeDatabase)),
  ],
  ["POST", ofAccount("/d1/database"), createDatabase],
  ["GET", ofAccount("/d1/database/([^/]+)"), getDatabase],
  ["POST", ofAccount("/d1/database/([^/]+)/query"), queryDatabase],
  ["GET", ofAccount("/r2/buckets"), listBuckets],
  ["POST", ofAccount("/r2/buckets"), createBucket],
  ["GET", ofAccount("/r2/buckets/([^/]+)"), getBucket],
  ["GET", ofAccount("/r2/buckets/([^/]+)/objects/(.+)"), getObject],
  ["GET", ofAccount("/queues"), listQueues],
  ["POST", ofAccount("/queues"), createQueue],
  ["POST", ofAccount("/queues/([^/]+)/consumers"), createConsumer],
  ["PUT", ofAccount("/queues/([^/]+)/consumers/([^/]+)"), updateConsumer],
];

type Database = { uuid: string; sqlite: DatabaseSync };

function describeDatabase([name, { uuid }]: [string, Database]) {
  return { uuid, name, version: "production", created_at: "2026-11-21T00:00:00.000Z" };
}

/** Finds a database by id or name; the API accepts both. */
function findDatabase(account: Account, idOrName: string): [string, Database] {
  const found = [...account.databases].find(
    ([name, { uuid }]) => name === idOrName || uuid === idOrName,
  );
  if (found === undefined)
    throw new Refusal(404, 7404, `The database ${idOrName} could not be found`);
  return found;
}

function getDatabase(account: Account, _request: ApiRequest, id = ""): Answer {
  return { result: describeDatabase(findDatabase(account, id)) };
}

function createDatabase(account: Account, request: ApiRequest): Answer {
  const { name, primary_location_hint: hint } = request.json() as {
    name: string;
    primary_location_hint?: string;
  };
  if (hint !== undefined) account.locations.set(`database ${name}`, hint);
  if (account.databases.has(name))
    throw new Refusal(400, 7502, `Database with name '${name}' already exists`);
  return { result: describeDatabase([name, account.createDatabase(name)]) };
}

/** Runs all statements in one transaction, like D1. A failure leaves no change. */
function queryDatabase(account: Account, request: ApiRequest, id = ""): Answer {
  const [, { sqlite }] = findDatabase(account, id);
  const { sql } = request.json() as { sql: string };
  sqlite.exec("BEGIN");
  try {
    const result = unstable_splitSqlQuery(sql).map((statement) => ({
      results: sqlite.prepare(statement).all(),
      success: true,
      meta: { duration: 1 },
    }));
    sqlite.exec("COMMIT");
    return { result };
  } catch (error) {
    // Repeat the error in the format of D1.
    sqlite.exec("ROLLBACK");
    throw new Refusal(400, 7500, `${String(error).replace(/^Error: /, "")}: SQLITE_ERROR`);
  }
}

function listBuckets({ buckets }: Account): Answer {
  return { result: { buckets: [...buckets].map((name) => ({ name })) } };
}

function createBucket(account: Account, request: ApiRequest): Answer {
  const { name, locationHint: hint } = request.json() as { name: string; locationHint?: string };
  if (hint !== undefined) account.locations.set(`bucket ${name}`, hint);
  if (account.buckets.has(name))
    throw new Refusal(409, 10004, "The bucket you tried to create already exists, and you own it.");
  account.buckets.add(name);
  return { result: {} };
}

function getBucket(account: Account, _request: ApiRequest, name = ""): Answer {
  if (!account.buckets.has(name))
    throw new Refusal(404, 10006, "The specified bucket does not exist.");
  return { result: { name } };
}

function getObject(account: Account, _request: ApiRequest, bucket = "", key = ""): Answer {
  const text = account.objects.get(`${bucket}/${key}`);
  if (text === undefined) throw new Refusal(404, 10007, "The specified key does not exist.");
  return { result: null, text };
}

function listQueues(account: Account, request: ApiRequest): Answer {
  const names = request.query.getAll("name");
  const queues = [...account.queues.values()].map((queue) => ({
    ...queue,
    created_on: "2026-11-21T00:00:00Z",
    modified_on: "2026-11-21T00:00:00Z",
    producers: [],
    producers_total_count: 0,
    consumers_total_count: queue.consumers.length,
  }));
  return page(
    names.length === 0 ? queues : queues.filter(({ queue_name }) => names.includes(queue_name)),
  );
}

function createQueue(account: Account, request: ApiRequest): Answer {
  const { queue_name } = request.json() as { queue_name: string };
  return { result: account.createQueue(queue_name) };
}

type ConsumerBody = Omit<Consumer, "consumer_id" | "script"> & { script_name: string };

function createConsumer(account: Account, request: ApiRequest, id = ""): Answer {
  const queue = findQueue(account, id);
  // A queue has one consumer (workers-sdk issue 5347).
  if (queue.consumers.length > 0)
    throw new Refusal(400, 11004, "workers.api.error.consumer_exists");
  const consumer = {
    ...readConsumer(account, request),
    consumer_id: crypto.randomUUID().replaceAll("-", ""),
  };
  queue.consumers.push(consumer);
  return { result: consumer };
}

function updateConsumer(account: Account, request: ApiRequest, id = "", consumerId = ""): Answer {
  const consumer = findQueue(account, id).consumers.find((one) => one.consumer_id === consumerId);
  if (consumer === undefined) throw new Refusal(404, 11000, "workers.api.error.consumer_not_found");
  return { result: Object.assign(consumer, readConsumer(account, request)) };
}

function readConsumer(account: Account, request: ApiRequest) {
  const { script_name, ...rest } = request.json() as ConsumerBody;
  findWorker(account, script_name);
  return { ...rest, script: script_name };
}

function findQueue(account: Account, id: string) {
  const queue = [...account.queues.values()].find(({ queue_id }) => queue_id === id);
  if (queue === undefined) throw new Refusal(404, 11000, "Queue not found");
  return queue;
}
