// The first parameter of every domain function: settings, storage, rendering, time and deferral.
import type { PoolStatus } from "../browser/lease.ts";
import type { Priority } from "../browser/schedule.ts";
import type { CaptureRequest, CaptureNetwork, Rendered } from "../capture/request.ts";
import type { cropPng } from "../compare/crop-png.ts";
import type { drawDiff } from "../compare/diff-image.ts";
import type { compareImages } from "../compare/compare-images.ts";
import type { isUnreadable, openPngRows } from "../compare/png-rows.ts";
import type { QueuedCapture, RunStep } from "../contract/queued-capture.ts";
import type { Identity } from "../identity/identity.ts";
import type { DeliveryMessage } from "../contract/delivery-message.ts";
import type { Clock } from "../lib/clock.ts";
import type { Fields } from "../lib/log.ts";
import type { SecretBox } from "../lib/secret-box.ts";
import type { Limiter } from "../limiter/limiter.ts";
import type { RequestAdmission } from "./screenshots/capture/admission.ts";
import type { ArchiveStore } from "../storage/archives.ts";
import type { Database } from "../storage/database.ts";
import type { ImageStore } from "../storage/images.ts";

/** The data point of a finished capture. `outcome`: "completed" or an error code. */
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
    /** Host of image URLs, without a trailing slash. If empty, images use the host of the service. */
    cdnUrl: string;
    network: CaptureNetwork;
    /** Days before images expire, unless the account overrides them. 0: images never expire. */
    retentionDays: number;
    /** Days before records leave the database, unless the account overrides them. 0: they stay. */
    recordRetentionDays: number;
    /** Maximum size of the database in bytes. */
    databaseLimitBytes: number;
    /** Whether sign-up is open. If closed, only the first user can sign up. */
    signUpsOpen: boolean;
    /** Token required to read the metrics. Undefined disables the metrics. */
    metricsToken: string | undefined;
    /** A sentence for each invalid variable of the operator. A fallback applies instead. */
    invalidSettings: string[];
  };
  db: Database;
  images: ImageStore;
  /** Objects with records that left the database. */
  archives: ArchiveStore;
  queues: {
    captures: Pick<Queue<QueuedCapture>, "sendBatch">;
    /** Messages of the capture queue that continue runs of monitors. */
    runSteps: Pick<Queue<RunStep>, "sendBatch">;
    deliveries: Pick<Queue<DeliveryMessage>, "sendBatch">;
  };
  /**
   * Renders one page for an account. Queued captures wait longer for a browser, and interactive captures run first.
   * The capture waits for a browser while `accepted` is pending, and starts after it resolves. Throws ServiceError, or the
   * error of `accepted`. A streamed body occupies the browser until the body has been read.
   */
  render: (
    request: CaptureRequest,
    accountId: string,
    priority: Priority,
    accepted?: Promise<unknown>,
  ) => Promise<Rendered>;
  /** Admits the interactive capture of this request, unless the isolate handles too many captures. */
  admission: Pick<
    RequestAdmission,
    "arrive" | "leftMs" | "refuse" | "admit" | "stepAside" | "countRendered" | "leave"
  >;
  /** Closes browsers that this service started and no longer tracks. Returns their number. Starts missing warm browsers. */
  closeOrphanedBrowsers: () => Promise<number>;
  /** The browsers that the service may start, and those that Browser Run allows the Cloudflare account. */
  browserLimits: () => Promise<{ configured: number; allowed: number }>;
  /** Compares PNG images row by row and draws the difference. */
  compare: {
    open: typeof openPngRows;
    images: typeof compareImages;
    diff: typeof drawDiff;
    crop: typeof cropPng;
    /** Whether an error of a comparison means that an image is corrupt. */
    isUnreadable: typeof isUnreadable;
  };
  limiter: Limiter;
  identity: Identity;
  /** Status of the pool and the queue, for the operator. A probe rejects if its part does not respond. */
  probes: {
    pool: () => Promise<PoolStatus>;
    /** Messages of the capture queue. */
    queue: () => Promise<{ backlogCount: number }>;
  };
  /** Encrypts and decrypts stored secrets, and derives keys. */
  secretBox: SecretBox;
  /** Writes a data point to the operator's dataset. Does nothing without a dataset binding. */
  measure: (capture: MeasuredCapture) => void;
  clock: Clock;
  /** Continues work after the response. Logs failures and does not throw them. */
  defer: (work: Promise<unknown>) => void;
  /** Adds fields to the log event of the request or job. */
  log: (facts: Fields) => void;
};
