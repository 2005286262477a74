// Reads the parts of wrangler.toml that the scripts use.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { root } from "./paths.ts";

type Config = {
  name: string;
  vars: Record<string, string>;
  placement?: object;
  d1_databases: [{ binding: string; database_name: string }];
  r2_buckets: { binding: string; bucket_name: string }[];
  assets: { binding: string };
  browser: { binding: string };
  durable_objects: { bindings: { name: string }[] };
  queues: { producers: { binding: string; queue: string }[]; consumers: Consumer[] };
  limits?: { cpu_ms?: number };
};

type Consumer = {
  queue: string;
  max_batch_size?: number;
  max_batch_timeout?: number;
  max_concurrency?: number;
  max_retries?: number;
};

export function readConfig(): Config {
  // wrangler validates this file at every use.
  return parse(readFileSync(join(root, "wrangler.toml"), "utf8")) as unknown as Config;
}
