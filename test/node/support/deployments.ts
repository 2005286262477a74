// What tests ask of a deployment, and of the account that it went to.
import { deploy } from "../../../scripts/deploy/deployment.ts";
import type { CloudflareApi } from "../../support/cloudflare/api.ts";

/** What an account holds before, and after. */
export const EMPTY = { databases: [], buckets: [], queues: [], workers: [] };
export const COMPLETE = {
  databases: ["edgeshot"],
  buckets: ["edgeshot-images"],
  queues: [
    "edgeshot-captures → edgeshot",
    "edgeshot-captures-dead → edgeshot",
    "edgeshot-deliveries → edgeshot",
  ],
  workers: ["edgeshot"],
};

export async function tryDeploy(): Promise<{ error: string | undefined }> {
  try {
    await deploy(() => undefined);
    return { error: undefined };
  } catch (error) {
    // What the command would print.
    return { error: String(error) };
  }
}

export function worker({ account }: CloudflareApi) {
  const found = account.workers.get("edgeshot");
  if (found === undefined) throw new Error("There is no Worker.");
  return found;
}

export function secretKey(api: CloudflareApi): string {
  return String(worker(api).bindings.find(({ name }) => name === "SECRET_KEY")?.["text"]);
}

export function migrations({ account }: CloudflareApi): unknown[] {
  const rows = account.databases
    .get("edgeshot")
    ?.sqlite.prepare("SELECT name FROM d1_migrations")
    .all();
  return (rows ?? []).map(({ name }) => name);
}
