// Tests npm run deploy with the real wrangler: recovery from a failure at any step.
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { uploadWorker } from "../../scripts/deploy/deployment.ts";
import { emptyAccount } from "../support/cloudflare/empty-account.ts";
import { Refusal } from "../support/cloudflare/refusal.ts";
import { COMPLETE, migrations, secretKey, tryDeploy } from "./support/deployments.ts";

/**
 * After a failure at one of these calls, the test repeats only the upload, because the steps before it take much longer.
 * The next complete deployment finds everything that these uploads created.
 */
const ONLY_UPLOAD_AFTER = /assets-upload-session$|r2\/buckets$|\/queues$|\/subdomain$|\/schedules$/;

it(
  "After a deployment has failed at any API call, the next deployment completes it.",
  // The test makes about ten deployments. Its process has a low priority, so the other tests delay it.
  { timeout: 1_200_000 },
  async () => {
    const { api, home } = await emptyAccount();
    const steps = new Set<string>();
    let failing: string | undefined;
    const upload = async () =>
      uploadWorker(undefined, api.account.workers.size > 0).then(
        () => ({ error: undefined }),
        (error: unknown) => ({ error: String(error) }),
      );
    api.refuse((line) => {
      // GET requests change nothing. wrangler itself retries an asset upload for half a minute.
      if (line.startsWith("GET") || line.endsWith("/assets/upload")) return undefined;
      if (failing === undefined && !steps.has(line)) steps.add((failing = line));
      return line === failing
        ? new Refusal(500, 10013, "An unknown error has occurred.")
        : undefined;
    });
    for (;;) {
      const isUploadEnough = ONLY_UPLOAD_AFTER.test(failing ?? "");
      failing = undefined;
      const { error } = await (isUploadEnough ? upload() : tryDeploy());
      if (failing === undefined) {
        expect(error).toBeUndefined();
        break;
      }
      expect(error, failing).toMatch(/An unknown error has occurred.*deploy again.*exist already/s);
      const created = api.account.inventory();
      for (const kind of ["databases", "buckets", "workers"] as const)
        expect(COMPLETE[kind]).toEqual(expect.arrayContaining(created[kind]));
      if (created.workers.length > 0) expect(secretKey(api)).toMatch(/^\w{44}$/);
    }
    expect([...steps]).toEqual([
      "POST /accounts/:account/d1/database",
      "POST /accounts/:account/d1/database/:id/query",
      "POST /accounts/:account/workers/scripts/edgeshot/assets-upload-session",
      "POST /accounts/:account/r2/buckets",
      "POST /accounts/:account/queues",
      "PUT /accounts/:account/workers/scripts/edgeshot",
      "POST /accounts/:account/workers/scripts/edgeshot/subdomain",
      "PUT /accounts/:account/workers/scripts/edgeshot/schedules",
      "PUT /accounts/:account/queues/:id/consumers/:id",
    ]);
    expect(api.account.inventory()).toEqual(COMPLETE);
    expect(readdirSync(home).filter((name) => name.startsWith("edgeshot-"))).toEqual([]);
  },
);

it("A failed migration leaves no partial change, and the next deployment repeats the migration.", async () => {
  const { api } = await emptyAccount();
  let queries = 0;
  api.refuse((line) =>
    line.endsWith("/query") && ++queries === 5
      ? new Refusal(500, 7500, "internal error")
      : undefined,
  );
  expect((await tryDeploy()).error).toMatch(/internal error.*deploy again/s);
  expect(migrations(api)).toHaveLength(2);
  // The next deployment fails at its last query, after the upload of the Worker.
  api.refuse((line) =>
    line.endsWith("/query") && api.account.workers.size > 0
      ? new Refusal(500, 7500, "internal error")
      : undefined,
  );
  expect((await tryDeploy()).error).toMatch(/internal error.*deploy again/s);
  expect(migrations(api).length).toBeGreaterThan(2);
  expect(api.account.inventory()).toEqual(COMPLETE);
});
