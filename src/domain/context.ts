// What every domain verb is given: settings, storage, rendering, time and deferral.
import type { PoolStatus } from "../browser/lease.ts";
import type { Priority } from "../browser/schedule.ts";
import type { CaptureRequest, OutboundGuard, Rendered } from "../capture/request.ts";
import type { drawDiff } from "../compare/diff-image.ts";
import type { compareImages } from "../compare/compare-images.ts";
import type { openPngRows } from "../compare/png-rows.ts";
import type { QueuedCapture } from "../contract/queued-capture.ts";
import type { Identity } from "../identity/identity.ts";
import type { DeliveryMessage } from "../contract/delivery-message.ts";
import type { Clock } from "../lib/clock.ts";
import type { Fields } from "../lib/log.ts";
import type { SecretBox } from "../lib/secret-box.ts";
import type { Limiter } from "../limiter/limiter.ts";
import type { Database } from "../storage/database.ts";
import type { ImageStore } from "../storage/images.ts";

/** `outcome`: "completed" or the code of the error. */
export type MeasuredCapture = {
  outcome: string;
  format: string;
  durationMs: number;
  sizeBytes: number;
};

export type Context = {
  config: {
    /** Address or name that `npm start` listens on. Empty for a deployed service. */
    localHost: string;
    /** Host of the image addresses, without a trailing slash; empty: the service's own. */
    cdnUrl: string;
    guard: OutboundGuard;
    /** Days for which images are kept where the account has no number of its own; 0 for ever. */
    retentionDays: number;
    /** Whether everybody may sign up; otherwise only the first may. */
    signUpsOpen: boolean;
    /** Who shows it may read the metrics; undefined: nobody may. */
    metricsToken: string | undefined;
  };
  db: Database;
  images: ImageStore;
  queues: {
    captures: Pick<Queue<QueuedCapture>, "sendBatch">;
    deliveries: Pick<Queue<DeliveryMessage>, "sendBatch">;
  };
  /**
   * Renders one page on behalf of an account; queued work waits longer and lets others go first. Throws
   * ServiceError; the browser is free again when the returned body has been read (bytes: at once).
   */
  render: (request: CaptureRequest, accountId: string, priority: Priority) => Promise<Rendered>;
  /** Ends browsers that this service started and has lost. Resolves to how many. */
  closeOrphanedBrowsers: () => Promise<number>;
  /** Compares PNG images row by row and draws the difference. */
  compare: {
    open: typeof openPngRows;
    images: typeof compareImages;
    diff: typeof drawDiff;
  };
  limiter: Limiter;
  identity: Identity;
  /** What the operator asks of a part; each rejects when it does not answer. */
  probes: {
    pool: () => Promise<PoolStatus>;
    /** Messages of the capture queue. */
    queue: () => Promise<{ backlogCount: number }>;
  };
  /** Seals secrets that must be read again, and derives keys. */
  secretBox: SecretBox;
  /** Tells the operator's dataset, where one is bound, how a capture ended. */
  measure: (capture: MeasuredCapture) => void;
  clock: Clock;
  /** Work that goes on after the answer; failures are logged, never thrown. */
  defer: (work: Promise<unknown>) => void;
  /** Adds facts to the event that is logged for the request or job. */
  log: (facts: Fields) => void;
};
