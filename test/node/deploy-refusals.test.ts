// Tests npm run deploy when Cloudflare refuses a request or a name is already in use. Uses the real wrangler and messages
// of Cloudflare's API.
import { describe, expect, it, vi } from "vitest";
import { uploadWorker } from "../../scripts/deploy/deployment.ts";
import type { CloudflareApi } from "../support/cloudflare/api.ts";
import { emptyAccount } from "../support/cloudflare/empty-account.ts";
import { Refusal } from "../support/cloudflare/refusal.ts";
import { COMPLETE, EMPTY, secretKey, tryDeploy } from "./support/deployments.ts";

/** Refusals before the database exists. scripts/deploy/explain-error.ts names their sources. */
const refusals: [account: string, request: RegExp, refusal: Refusal, remedy: RegExp][] = [
  [
    "with an invalid token",
    /./,
    new Refusal(400, 9106, "Authentication failed (status: 400)"),
    /npx wrangler login/,
  ],
  [
    "with a token without access to D1",
    /d1/,
    new Refusal(403, 10000, "Authentication error"),
    /with D1 and Queues added/,
  ],
  [
    "without R2",
    /r2\/buckets/,
    new Refusal(403, 10042, "Please enable R2 through the Cloudflare Dashboard."),
    /has no R2 yet\. Switch it on/,
  ],
  [
    "without Queues",
    /queues/,
    new Refusal(
      403,
      100129,
      "Queues are unavailable on the free plan. Please upgrade to a Workers Paid plan to create and use Queues",
    ),
    /has no Queues yet/,
  ],
  [
    "with a login that may not use D1",
    /d1/,
    new Refusal(
      403,
      7403,
      "The given account is not valid or is not authorized to access this service",
    ),
    /permission "D1 Edit".*CLOUDFLARE_ACCOUNT_ID/s,
  ],
  [
    "at its limit of databases",
    /POST .*d1\/database$/,
    new Refusal(400, 7406, "System limit reached: databases per account (10)"),
    /Remove a database/,
  ],
];

/** Refusals of the upload. */
const lateRefusals: typeof refusals = [
  [
    "without Browser Run",
    /PUT .*scripts\/edgeshot$/,
    new Refusal(
      403,
      10088,
      "In order to use the Browser Rendering API, you must switch to a paid plan at https://dash.cloudflare.com/0/workers/plans.",
    ),
    /may not use Browser Run yet/,
  ],
  [
    "with a lower size limit for Workers",
    /PUT .*scripts\/edgeshot$/,
    new Refusal(413, 10027, "Your Worker exceeded the size limit of 3 MiB."),
    /larger than the account's plan allows/,
  ],
  [
    "with an unverified e-mail address",
    /PUT .*scripts\/edgeshot$/,
    new Refusal(403, 10034, "You need to verify your email address to use Workers."),
    /Verify the e-mail address/,
  ],
  [
    "with a queue that another Worker consumes",
    /queues\/:id\/consumers$/,
    new Refusal(400, 11004, "workers.api.error.consumer_exists"),
    /Another Worker consumes one of the queues/,
  ],
  [
    "at its limit of cron triggers",
    /schedules/,
    new Refusal(
      400,
      10072,
      "This account has reached the Workers Free limit of 5 cron triggers per account.",
    ),
    /no cron trigger left/,
  ],
];

describe("refusals of Cloudflare", () => {
  it.each(refusals)(
    "A deployment to an account %s creates nothing and names the remedy.",
    async (_account, request, refusal, remedy) => {
      const { api } = await emptyAccount();
      api.refuse((line) => (request.test(line) ? refusal : undefined));
      const { error } = await tryDeploy();
      expect(error).toMatch(remedy);
      expect(api.account.inventory()).toEqual(EMPTY);
    },
  );

  it(
    "Each refusal of a resource names the remedy, and the next deployment continues.",
    { timeout: 1_200_000 },
    async () => {
      const { api } = await emptyAccount();
      api.account.subdomain = undefined;
      expect((await tryDeploy()).error).toMatch(/no workers\.dev address yet/);
      expect(api.account.inventory().workers).toEqual([]);
      api.account.subdomain = "someone";
      // The deployment above ended with the upload. Repeat only the upload, because the steps before it take much longer.
      for (const [account, request, refusal, remedy] of lateRefusals) {
        api.refuse((line) => (request.test(line) ? refusal : undefined));
        await expect(
          uploadWorker(undefined, api.account.workers.size > 0),
          account,
        ).rejects.toThrow(remedy);
      }
      api.refuse(() => undefined);
      expect((await tryDeploy()).error).toBeUndefined();
      expect(api.account.inventory()).toEqual(COMPLETE);
    },
  );

  it("A deployment without a login creates nothing and explains how to log in.", async () => {
    const { api } = await emptyAccount();
    vi.stubEnv("CLOUDFLARE_API_TOKEN", undefined);
    expect((await tryDeploy()).error).toMatch(/npx wrangler login/);
    expect(api.requests()).toEqual([]);
  });

  it("A deployment with several accounts creates nothing and explains how to select one.", async () => {
    const { api } = await emptyAccount();
    api.account.others.push("fedcba9876543210fedcba9876543210");
    expect((await tryDeploy()).error).toMatch(/set CLOUDFLARE_ACCOUNT_ID/);
    expect(api.account.inventory()).toEqual(EMPTY);
  });

  it("A deployment reports that Cloudflare cannot be reached.", async () => {
    const { api } = await emptyAccount();
    await api.stop();
    expect((await tryDeploy()).error).toMatch(/Cloudflare cannot be reached/);
  });
});

describe("names that another service uses", () => {
  it.each<[string, (api: CloudflareApi) => void]>([
    [
      "Worker",
      ({ account }) =>
        account.workers.set("edgeshot", {
          bindings: [],
          versions: ["v"],
          classes: [],
          schedules: [],
          enabled: true,
        }),
    ],
    [
      "database",
      ({ account }) => account.createDatabase("edgeshot").sqlite.exec("CREATE TABLE theirs (id)"),
    ],
    ["bucket", ({ account }) => account.buckets.add("edgeshot-images")],
    [
      "queue",
      ({ account }) =>
        account
          .createQueue("edgeshot-captures")
          .consumers.push({ consumer_id: "c", type: "worker", script: "theirs", settings: {} }),
    ],
  ])(
    "A deployment changes nothing when a %s of another service has the configured name.",
    async (resource, take) => {
      const { api } = await emptyAccount();
      take(api);
      const before = JSON.stringify(api.account.inventory());
      const { error } = await tryDeploy();
      expect(error).toMatch(
        new RegExp(`a ${resource} edgeshot.*Nothing has been changed.*wrangler\\.toml`, "s"),
      );
      expect(JSON.stringify(api.account.inventory())).toBe(before);
      expect(
        api.requests().filter((line) => /^(POST|PUT|PATCH)/.test(line) && !line.endsWith("/query")),
      ).toEqual([]);
    },
  );

  it("A deployment uses the resources that the Deploy button created.", async () => {
    const { api } = await emptyAccount();
    vi.stubEnv("WORKERS_CI", "1");
    api.account.workers.set("edgeshot", {
      bindings: [],
      versions: ["v"],
      classes: [],
      schedules: [],
      enabled: true,
    });
    api.account.createDatabase("edgeshot");
    api.account.buckets.add("edgeshot-images");
    expect((await tryDeploy()).error).toBeUndefined();
    expect(api.account.inventory()).toEqual(COMPLETE);
    expect(secretKey(api)).toMatch(/^\w{44}$/);
    // The token of Workers Builds may not list buckets and queues.
    const requests = api.requests();
    const survey = requests.slice(
      0,
      requests.findIndex((line) => line.startsWith("POST")),
    );
    expect(survey.length).toBeGreaterThan(1);
    expect(survey.filter((line) => /r2|queues/.test(line))).toEqual([]);
  });
});
