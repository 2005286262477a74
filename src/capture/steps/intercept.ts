// Applies the capture's headers, credentials, HTML input and blocking to the page's requests.
import type { Blocking } from "../blocking/blocking.ts";
import { withRequestRules } from "../blocking/request-rules.ts";
import type { Budget } from "../budget.ts";
import type { CaptureRequest } from "../request.ts";
import type { Tab } from "../tab.ts";

export async function intercept(
  { traffic, privateTargets }: Tab,
  request: CaptureRequest,
  target: URL,
  blocking: Blocking | undefined,
  budget: Budget,
): Promise<void> {
  const { source, options } = request;
  const { headers, http_auth: httpAuth } = options;
  const policy = withRequestRules(options, blocking?.decide);
  await budget.run("navigation", () =>
    traffic.begin({
      target,
      privateTargets,
      onFatal: (cause) => budget.fail(cause),
      ...(source.kind === "html" ? { html: source.html } : {}),
      ...(headers === undefined ? {} : { headers }),
      ...(httpAuth === undefined ? {} : { httpAuth }),
      ...(policy === undefined ? {} : { policy }),
      ...(blocking === undefined ? {} : { prepareSession: blocking.prepareSession }),
    }),
  );
}
