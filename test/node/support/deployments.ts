// Runs deployments in tests, and reads the resources of the target account.
import { deploy } from "../../../scripts/deploy/deployment.ts";
import type { CloudflareApi } from "../../support/cloudflare/api.ts";

/** Resources of an account before and after a deployment. */
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
    // The command would print this error.
    return { error: String(error) };
  }
}

export function worker({ account }: CloudflareApi) {
  const found = account.workers.get("edgeshot");
  if (found === undefined) throw new Error("The account has no Worker edgeshot.");
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
