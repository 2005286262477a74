// Models the resources of a Cloudflare account that a deployment changes. Databases are real SQLite.
import { DatabaseSync } from "node:sqlite";
import { Refusal } from "./refusal.ts";

export type Queue = { queue_id: string; queue_name: string; consumers: Consumer[] };
export type Consumer = {
  consumer_id: string;
  type: "worker";
  script: string;
  dead_letter_queue?: string;
  settings: Record<string, number>;
};
export type Binding = { name: string; type: string } & Record<string, unknown>;
export type Worker = {
  /** Bindings of the running version, with secrets: `text` is the uploaded value. */
  bindings: Binding[];
  /** Ids of the versions, oldest first. */
  versions: string[];
  /** Durable Object classes with storage. */
  classes: string[];
  schedules: { cron: string }[];
  /** Where the running version is placed. */
  placement?: unknown;
  /** Whether its workers.dev address is active. */
  enabled: boolean;
};

/** An account without resources: R2 is on, and the workers.dev subdomain is registered. */
export class Account {
  readonly id = "0123456789abcdef0123456789abcdef";
  /** Ids of other accounts of the same login. */
  readonly others: string[] = [];
  /** The name before .workers.dev; undefined before registration. */
  subdomain: string | undefined = "someone";
  readonly databases = new Map<string, { uuid: string; sqlite: DatabaseSync }>();
  readonly buckets = new Set<string>();
  /** Text of objects in R2 by bucket and key, such as "bucket/key". */
  readonly objects = new Map<string, string>();
  /** Location hints by resource, such as "bucket edgeshot-images". */
  readonly locations = new Map<string, string>();
  readonly queues = new Map<string, Queue>();
  readonly workers = new Map<string, Worker>();
  /** Hashes of the uploaded static files. */
  readonly assets = new Set<string>();

  createDatabase(name: string) {
    const database = { uuid: crypto.randomUUID(), sqlite: new DatabaseSync(":memory:") };
    this.databases.set(name, database);
    return database;
  }

  createQueue(queue_name: string): Queue {
    const queue = { queue_id: crypto.randomUUID().replaceAll("-", ""), queue_name, consumers: [] };
    this.queues.set(queue_name, queue);
    return queue;
  }

  /** Returns the names of all resources. */
  inventory() {
    return {
      databases: [...this.databases.keys()],
      buckets: [...this.buckets],
      queues: [...this.queues.values()].map(
        ({ queue_name, consumers }) => `${queue_name} → ${consumers.map((c) => c.script).join()}`,
      ),
      workers: [...this.workers.keys()],
    };
  }
}

export function findWorker(account: Account, name: string): Worker {
  const worker = account.workers.get(name);
  if (worker === undefined)
    throw new Refusal(404, 10007, "This Worker does not exist on your account.");
  return worker;
}
