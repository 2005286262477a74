// The changes that one capture makes to the requests of its page.
import type { CDPSession } from "@cloudflare/puppeteer";
import type { RequestPolicy } from "./request-policies.ts";

export type TrafficPlan = {
  target: URL;
  /** Answers the request for the target with this document. */
  html?: string;
  /** Headers to add to requests of the target's origin. */
  headers?: Record<string, string>;
  /** Credentials for challenges of the target's origin. */
  httpAuth?: { username: string; password: string };
  /** Decides on all requests that the outbound guard allows, except those of the page itself. */
  policy?: RequestPolicy;
  /** Prepares the page's session and, immediately after attachment, each session of a frame or worker. */
  prepareSession?: (session: CDPSession) => void;
  /** Called with each error that ends the capture. */
  onFatal: (cause: Error) => void;
};
