// What an account at Cloudflare holds, as far as a deployment changes it. Databases are real SQLite.
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
  /** Of the version that runs, secrets included: their `text` is what an upload gave. */
  bindings: Binding[];
  /** Ids of the versions, newest last. */
  versions: string[];
  /** Durable Object classes whose storage has been made. */
  classes: string[];
  schedules: { cron: string }[];
  /** Whether it answers at its workers.dev address. */
  enabled: boolean;
};

/** An empty account of somebody who has used Workers before: R2 is on, and the workers.dev address is taken. */
export class Account {
  readonly id = "0123456789abcdef0123456789abcdef";
  /** Ids of further accounts of the same login. */
  readonly others: string[] = [];
  /** The name before .workers.dev; undefined until it has been registered. */
  subdomain: string | undefined = "someone";
  readonly databases = new Map<string, { uuid: string; sqlite: DatabaseSync }>();
  readonly buckets = new Set<string>();
  readonly queues = new Map<string, Queue>();
  readonly workers = new Map<string, Worker>();
  /** Hashes of the static files that have been uploaded. */
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

  /** The names of everything in it, as a reader would list it. */
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
