// The changes that one capture makes to the requests of its page.
import type { CDPSession } from "@cloudflare/puppeteer";
import type { PrivateTarget } from "../../lib/private-targets.ts";
import type { RequestPolicy } from "./request-decision.ts";

export type TrafficPlan = {
  target: URL;
  /** The private hosts that the page may request. */
  privateTargets: readonly PrivateTarget[];
  /** Answers the request for the target with this document. */
  html?: string;
  /** Headers to add to requests of the target's origin. */
  headers?: Record<string, string>;
  /** Credentials for challenges of the target's origin. */
  httpAuth?: { username: string; password: string };
  /** Decides on all requests except those for the page's own document. */
  policy?: RequestPolicy;
  /** Prepares the protocol session of the page, and the session of each frame or worker when it attaches. */
  prepareSession?: (session: CDPSession) => void;
  /** Called with each error that ends the capture. */
  onFatal: (cause: Error) => void;
};
