// wrangler.toml, as far as the scripts read it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { root } from "./paths.ts";

type Config = {
  name: string;
  vars: Record<string, string>;
  d1_databases: [{ binding: string; database_name: string }];
  r2_buckets: { binding: string; bucket_name: string }[];
  assets: { binding: string };
  browser: { binding: string };
  durable_objects: { bindings: { name: string }[] };
  queues: { producers: { binding: string; queue: string }[]; consumers: { queue: string }[] };
};

export function readConfig(): Config {
  // The file is the repository's own; wrangler checks its shape at every use.
  return parse(readFileSync(join(root, "wrangler.toml"), "utf8")) as unknown as Config;
}
