// npm run deploy where it may not, cannot or should not: the real wrangler, and the words of Cloudflare's API.
import { describe, expect, it, vi } from "vitest";
import type { CloudflareApi } from "../support/cloudflare/api.ts";
import { emptyAccount } from "../support/cloudflare/empty-account.ts";
import { Refusal } from "../support/cloudflare/refusal.ts";
import { COMPLETE, EMPTY, secretKey, tryDeploy } from "./support/deployments.ts";

/** What Cloudflare says: scripts/deploy/explain-error.ts names where it is known from. */
const refusals: [what: string, request: RegExp, refusal: Refusal, advice: RegExp][] = [
  [
    "with a token that is none",
    /./,
    new Refusal(400, 9106, "Authentication failed (status: 400)"),
    /npx wrangler login/,
  ],
  [
    "with a token that may not use D1",
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
    "with all its databases",
    /POST .*d1\/database$/,
    new Refusal(400, 7406, "System limit reached: databases per account (10)"),
    /Remove a database/,
  ],
];

/** What it says once a database is there. */
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
    "that takes only smaller Workers",
    /PUT .*scripts\/edgeshot$/,
    new Refusal(413, 10027, "Your Worker exceeded the size limit of 3 MiB."),
    /larger than the account's plan takes/,
  ],
  [
    "whose e-mail address is not verified",
    /PUT .*scripts\/edgeshot$/,
    new Refusal(403, 10034, "You need to verify your email address to use Workers."),
    /Verify the e-mail address/,
  ],
  [
    "whose queue another Worker reads",
    /queues\/:id\/consumers$/,
    new Refusal(400, 11004, "workers.api.error.consumer_exists"),
    /Another Worker reads one of the queues/,
  ],
  [
    "without a cron trigger left",
    /schedules/,
    new Refusal(
      400,
      10072,
      "This account has reached the Workers Free limit of 5 cron triggers per account.",
    ),
    /no cron trigger left/,
  ],
];

describe("on an account", () => {
  it.each(refusals)(
    "%s, makes nothing and says what to do",
    async (_what, request, refusal, advice) => {
      const { api } = await emptyAccount();
      api.refuse((line) => (request.test(line) ? refusal : undefined));
      const { error } = await tryDeploy();
      expect(error).toMatch(advice);
      expect(api.account.inventory()).toEqual(EMPTY);
    },
  );

  it(
    "that refuses what is made, says each time what to do, and the next run goes on from there",
    { timeout: 600_000 },
    async () => {
      const { api } = await emptyAccount();
      api.account.subdomain = undefined;
      expect((await tryDeploy()).error).toMatch(/no workers\.dev address yet/);
      expect(api.account.inventory().workers).toEqual([]);
      api.account.subdomain = "someone";
      for (const [what, request, refusal, advice] of lateRefusals) {
        api.refuse((line) => (request.test(line) ? refusal : undefined));
        expect((await tryDeploy()).error, what).toMatch(advice);
      }
      api.refuse(() => undefined);
      expect((await tryDeploy()).error).toBeUndefined();
      expect(api.account.inventory()).toEqual(COMPLETE);
    },
  );

  it("without a login makes nothing, and says how to log in", async () => {
    const { api } = await emptyAccount();
    vi.stubEnv("CLOUDFLARE_API_TOKEN", undefined);
    expect((await tryDeploy()).error).toMatch(/npx wrangler login/);
    expect(api.requests()).toEqual([]);
  });

  it("of a login with several makes nothing, and says how to choose", async () => {
    const { api } = await emptyAccount();
    api.account.others.push("fedcba9876543210fedcba9876543210");
    expect((await tryDeploy()).error).toMatch(/set CLOUDFLARE_ACCOUNT_ID/);
    expect(api.account.inventory()).toEqual(EMPTY);
  });

  it("that cannot be reached says so", async () => {
    const { api } = await emptyAccount();
    await api.stop();
    expect((await tryDeploy()).error).toMatch(/cannot be reached from here/);
  });
});

describe("where a name is taken", () => {
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
  ])("by another %s, changes nothing and says so", async (what, take) => {
    const { api } = await emptyAccount();
    take(api);
    const before = JSON.stringify(api.account.inventory());
    const { error } = await tryDeploy();
    expect(error).toMatch(
      new RegExp(`a ${what} edgeshot.*Nothing has been changed.*wrangler\\.toml`, "s"),
    );
    expect(JSON.stringify(api.account.inventory())).toBe(before);
    expect(
      api.requests().filter((line) => /^(POST|PUT|PATCH)/.test(line) && !line.endsWith("/query")),
    ).toEqual([]);
  });

  it("by what the Deploy button has made, goes on with it", async () => {
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
  });
});
