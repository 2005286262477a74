// Fakes the routes of Workers: uploads, secrets, subdomains and schedules.
import { type Account, type Binding, findWorker, type Worker } from "./account.ts";
import { Refusal } from "./refusal.ts";
import { type Answer, type ApiRequest, ofAccount, page, type Route } from "./route.ts";

export const workerRoutes: Route[] = [
  ["GET", ofAccount("/workers/subdomain"), findSubdomain],
  ["GET", ofAccount("/workers/services/([^/]+)"), describeService],
  ["GET", ofAccount("/workers/workers/([^/]+)"), describeWorker],
  ["GET", ofScript("/settings"), getSettings],
  ["GET", ofScript("/secrets"), listSecrets],
  ["GET", ofScript("/deployments"), listDeployments],
  ["POST", ofScript("/assets-upload-session"), openAssetSession],
  ["POST", ofAccount("/workers/assets/upload"), uploadAssets],
  ["PUT", ofScript(""), uploadWorker],
  ["POST", ofScript("/subdomain"), enableSubdomain],
  ["PUT", ofScript("/schedules"), schedule],
];

function ofScript(path: string): RegExp {
  return ofAccount(`/workers/scripts/([^/]+)${path}`);
}

function getSettings(account: Account, _request: ApiRequest, name = ""): Answer {
  return { result: { bindings: findWorker(account, name).bindings.map(withoutSecret) } };
}

function listSecrets(account: Account, _request: ApiRequest, name = ""): Answer {
  return page(findWorker(account, name).bindings.filter(isSecret).map(withoutSecret));
}

function isSecret({ type }: Binding): boolean {
  return type === "secret_text";
}

/** Removes the value of a secret, which the API never returns. */
function withoutSecret(binding: Binding): Binding {
  return isSecret(binding) ? { name: binding.name, type: binding.type } : binding;
}

function findSubdomain({ subdomain }: Account): Answer {
  if (subdomain === undefined)
    throw new Refusal(404, 10007, "You do not have a workers.dev subdomain.");
  return { result: { subdomain } };
}

function describeService(account: Account, _request: ApiRequest, name = ""): Answer {
  findWorker(account, name);
  const script = { id: name, tag: "tag", tags: [], last_deployed_from: "wrangler" };
  return { result: { id: name, default_environment: { environment: "production", script } } };
}

function describeWorker(account: Account, _request: ApiRequest, name = ""): Answer {
  const { enabled } = findWorker(account, name);
  return { result: { name, subdomain: { enabled, previews_enabled: enabled } } };
}

function listDeployments(account: Account, _request: ApiRequest, name = ""): Answer {
  const newest = findWorker(account, name).versions.at(-1);
  return {
    result: { deployments: [{ id: newest, versions: [{ version_id: newest, percentage: 100 }] }] },
  };
}

function openAssetSession(account: Account, request: ApiRequest): Answer {
  const { manifest } = request.json() as { manifest: Record<string, { hash: string }> };
  const missing = Object.values(manifest)
    .map(({ hash }) => hash)
    .filter((hash) => !account.assets.has(hash));
  return { result: { jwt: "assets", buckets: missing.length === 0 ? [] : [missing] } };
}

async function uploadAssets(account: Account, request: ApiRequest): Promise<Answer> {
  for (const hash of (await request.form()).keys()) account.assets.add(hash);
  return { result: { jwt: "assets" } };
}

type Metadata = {
  bindings: Binding[];
  keep_bindings?: string[];
  placement?: unknown;
  exports?: Record<string, { type: string; storage?: string }>;
};

/** Throws a Refusal for a binding to a resource that does not exist, like the API. */
async function uploadWorker(account: Account, request: ApiRequest, name = ""): Promise<Answer> {
  const form = await request.form();
  const {
    bindings,
    keep_bindings = [],
    exports = {},
    placement,
  } = JSON.parse(form.get("metadata") as string) as Metadata;
  const before = account.workers.get(name);
  const classes = Object.entries(exports)
    .filter(([, { type }]) => type === "durable-object")
    .map(([className]) => className);
  for (const binding of bindings) assertBindable(account, binding, classes);

  const given = new Set(bindings.map((binding) => binding.name));
  const resolved = bindings.map((binding) =>
    binding.type === "inherit" ? inherited(before, binding.name) : binding,
  );
  const kept = (before?.bindings ?? []).filter(
    (binding) => !given.has(binding.name) && keep_bindings.includes(binding.type),
  );
  const version = crypto.randomUUID();
  const created = classes.filter((className) => before?.classes.includes(className) !== true);
  account.workers.set(name, {
    bindings: [...resolved, ...kept].toSorted((a, b) => a.name.localeCompare(b.name)),
    versions: [...(before?.versions ?? []), version],
    classes: [...new Set([...(before?.classes ?? []), ...classes])],
    schedules: before?.schedules ?? [],
    enabled: before?.enabled ?? false,
    ...(placement === undefined ? {} : { placement }),
  });
  return {
    result: {
      id: name,
      deployment_id: version.replaceAll("-", ""),
      startup_time_ms: 40,
      exports_reconciliation: {
        created,
        updated: [],
        deleted: [],
        renamed: [],
        transferred: [],
        transfer_pending: [],
        warnings: [],
        info: [],
        removable_entries: [],
      },
    },
  };
}

function assertBindable(account: Account, binding: Binding, classes: string[]): void {
  const exists: Record<string, () => boolean> = {
    d1: () => [...account.databases.values()].some(({ uuid }) => uuid === binding["id"]),
    r2_bucket: () => account.buckets.has(String(binding["bucket_name"])),
    queue: () => account.queues.has(String(binding["queue_name"])),
    durable_object_namespace: () => classes.includes(String(binding["class_name"])),
  };
  if (exists[binding.type]?.() === false)
    throw new Refusal(400, 10021, `binding ${binding.name} of type ${binding.type} is invalid`);
}

function inherited(before: Worker | undefined, name: string): Binding {
  const binding = before?.bindings.find((one) => one.name === name);
  if (binding === undefined) throw new Refusal(400, 10021, `binding ${name} cannot be inherited`);
  return binding;
}

function enableSubdomain(account: Account, request: ApiRequest, name = ""): Answer {
  const { enabled } = request.json() as { enabled: boolean };
  findWorker(account, name).enabled = enabled;
  return { result: { enabled, previews_enabled: enabled } };
}

function schedule(account: Account, request: ApiRequest, name = ""): Answer {
  findWorker(account, name).schedules = request.json() as { cron: string }[];
  return { result: { schedules: findWorker(account, name).schedules } };
}
