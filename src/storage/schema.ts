// The tables of the database. README.md in this folder describes rows, writers and lifetimes.
import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { Blocked } from "../contract/blocked.ts";
import type { Scrolled } from "../contract/screenshot.ts";
import type { ComparisonResult } from "../contract/compare.ts";
import type { StoredOptions } from "../contract/capture-options.ts";
import { FORMATS } from "../contract/capture-options.ts";
import type { ErrorCode, ErrorDetails } from "../contract/errors.ts";
import type { CaptureOrder } from "../contract/queued-capture.ts";
import type { EventKind } from "../contract/event-kinds.ts";
import type { EventSubject } from "../contract/events.ts";
import type { MonitorSchedule } from "../contract/monitor-schedule.ts";
import type { MonitorCompare, RunState } from "../contract/monitors.ts";
import type { PageFacts } from "../contract/page-facts.ts";
import { PLAN_IDS, SUBSCRIPTION_STATES } from "../contract/plans.ts";
import { SCREENSHOT_STATES } from "../contract/screenshot.ts";
import type { DeliveryAttempt, DeliveryState } from "../contract/webhooks.ts";

/** A screenshot that is neither completed nor failed. A literal, because SQLite requires it to use the partial index. */
export const unfinished = sql`status IN ('pending', 'processing')`;

/** A screenshot whose image is stored and counted. A literal, because SQLite requires it to use the partial index. */
export const kept = sql`status = 'completed' AND image_key IS NOT NULL AND deleted_at IS NULL`;

/** A failed screenshot in lists. A literal, because SQLite requires it to use the partial index. */
export const failedAndListed = sql`status = 'failed' AND deleted_at IS NULL`;

/** An unfinished screenshot in lists. A literal, because SQLite requires it to use the partial index. */
export const unfinishedAndListed = sql`status IN ('pending', 'processing') AND deleted_at IS NULL`;

/** A screenshot that moves to an archive. A literal, because SQLite requires it to use the partial index. */
export const archiving = sql`archive_key IS NOT NULL`;

/** A monitor that the schedule may start. A literal, because SQLite requires it to use the partial index. */
export const startable = sql`enabled = 1 AND running_run_id IS NULL`;

/** A run of a monitor that is not finished. A literal, because SQLite requires it to use the partial index. */
export const openRun = sql`status IN ('capturing', 'confirming')`;

/** A run that captured nothing. A literal, because SQLite requires it to use the partial index. */
export const skippedRun = sql`status = 'skipped'`;

/** A run that was compared. A literal, because SQLite requires it to use the partial index. */
export const comparedRun = sql`monitor_runs.status IN ('first', 'same', 'changed')`;

/** A capture that answers a request with `cache_ttl`. A literal, because SQLite requires it to use the partial index. */
export const cacheable = sql`cache_key IS NOT NULL AND image_key IS NOT NULL AND status IN ('processing', 'completed') AND deleted_at IS NULL`;

/** A batch with captures that are not finished, or whose end is not recorded. Literal for the same reason. */
export const openBatch = sql`ended_at IS NULL`;

/** The part of an identifier after its time. It spreads the batches of one moment evenly. Literal for the same reason. */
export const randomPartOfId = sql`substr(id, 9)`;

/** Bytes that a record's image and its diff images take in storage. */
export const storedBytes = sql<number>`(file_size + diff_bytes)`;

/** The stored error code of a batch capture whose message the queue did not accept. The API does not return it. */
export const NOT_QUEUED = "not_queued";

export type FailureCode = ErrorCode | typeof NOT_QUEUED;

/** Defines a column for a time, stored as unix milliseconds. */
const time = (name: string) => integer(name, { mode: "timestamp_ms" });

export const accounts = sqliteTable(
  "accounts",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    plan: text("plan", { enum: PLAN_IDS }).notNull(),
    subscriptionStatus: text("subscription_status", { enum: SUBSCRIPTION_STATES })
      .notNull()
      .default("active"),
    // Limits that an operator set for this account. Null: the limit of the plan applies.
    monthlyScreenshots: integer("monthly_screenshots"),
    storageBytes: integer("storage_bytes"),
    requestsPerMinute: integer("requests_per_minute"),
    /** Days before images expire. 0: images never expire. Null: RETENTION_DAYS applies. */
    retentionDays: integer("retention_days"),
    /** Days before records leave the database. 0: they stay. Null: RECORD_RETENTION_DAYS applies. */
    recordRetentionDays: integer("record_retention_days"),
    storageUsedBytes: integer("storage_used_bytes").notNull().default(0),
    /** When a queued capture of the account last started. The account that waited longest is next. */
    queueTurnAt: time("queue_turn_at"),
    createdAt: time("created_at").notNull(),
  },
  (table) => [uniqueIndex("accounts_name").on(table.name)],
);

export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    secretHash: text("secret_hash").notNull(),
    prefix: text("prefix").notNull(),
    createdAt: time("created_at").notNull(),
    /** Precise to the minute. Null before the first request. */
    lastUsedAt: time("last_used_at"),
    revokedAt: time("revoked_at"),
    /** Requests are refused from this time on. Null: the key does not expire. */
    expiresAt: time("expires_at"),
  },
  (table) => [
    uniqueIndex("api_keys_secret_hash").on(table.secretHash),
    index("api_keys_account").on(table.accountId),
  ],
);

/** Screenshots used by one account in one calendar month, UTC ("2026-11"). */
export const credits = sqliteTable(
  "credits",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    month: text("month").notNull(),
    used: integer("used").notNull(),
    /** Screenshots that were refunded because of their page or their options. They are free, but leave records. */
    refunded: integer("refunded").notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.month] }),
    check("credits_not_negative", sql`${table.used} >= 0`),
  ],
);

export const screenshots = sqliteTable(
  "screenshots",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    url: text("url").notNull(),
    /** `url` in lower case, for the search. Null if SQLite's lower() returns the same text. */
    foldedUrl: text("folded_url"),
    name: text("name"),
    status: text("status", { enum: SCREENSHOT_STATES }).notNull(),
    format: text("format", { enum: FORMATS }).notNull(),
    options: text("options", { mode: "json" }).$type<StoredOptions>().notNull(),
    /** The month that the capture is charged to. A refund uses the same month. */
    creditMonth: text("credit_month").notNull(),
    /** Credits that the capture cost: 1, or 0 for a capture that confirms a change. */
    cost: integer("cost").notNull().default(1),
    /** The batch of a queued capture. */
    batchId: text("batch_id"),
    /** The monitor whose run captured it. No reference: the record outlives the monitor. */
    monitorId: text("monitor_id"),
    /** The key of its request. Null for the dashboard, monitors and old records. No reference: the record outlives the key. */
    keyId: text("key_id"),
    /** Number of started attempts of a queued capture. */
    attempts: integer("attempts").notNull().default(0),
    /** While processing: when the attempt counts as lost. While pending: when the message counts as lost. */
    deadlineAt: time("deadline_at").notNull(),
    /**
     * Key of the image in R2. The image exists only after completion. Null: no image is stored. Each attempt writes a new
     * key, and only the attempt with this key can end the record.
     */
    imageKey: text("image_key"),
    /** Key of the image until it expired. */
    expiredImageKey: text("expired_image_key"),
    imageExpiredAt: time("image_expired_at"),
    /** Whether a thumbnail is stored in addition to the image. */
    hasThumbnail: integer("has_thumbnail", { mode: "boolean" }).notNull().default(false),
    fileSize: integer("file_size"),
    /** Bytes of the diff images of comparisons in which this is the later screenshot. */
    diffBytes: integer("diff_bytes").notNull().default(0),
    width: integer("width"),
    height: integer("height"),
    httpStatus: integer("http_status"),
    truncated: integer("truncated", { mode: "boolean" }).notNull().default(false),
    /** Number of pages of a PDF. */
    pages: integer("pages"),
    /** Whether full_page_scroll reached the end of the page. Null without the option. */
    scrolled: text("scrolled").$type<Scrolled>(),
    /** Requests and elements that the block_* options removed. Null without such an option. */
    blocked: text("blocked", { mode: "json" }).$type<Blocked>(),
    /** Title, description, address and language of the captured page. Null in old records. */
    page: text("page", { mode: "json" }).$type<PageFacts>(),
    /** The texts of `page` in lower case, for the search. */
    foldedPage: text("folded_page"),
    processingTimeMs: integer("processing_time_ms"),
    errorCode: text("error_code").$type<FailureCode>(),
    errorMessage: text("error_message"),
    /** Null if the error has no details. */
    errorDetails: text("error_details", { mode: "json" }).$type<ErrorDetails>(),
    /** Hash of target and options. Null without `cache_ttl`. */
    cacheKey: text("cache_key"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
    deletedAt: time("deleted_at"),
    /** Set while the record moves to the archive with this key. The record can no longer change, and requests do not find it. */
    archiveKey: text("archive_key"),
  },
  (table) => [
    // Contains every column that filters the list, except the search, so that counting reads only the index.
    index("screenshots_listed").on(
      table.accountId,
      table.deletedAt,
      table.createdAt,
      table.id,
      table.status,
      table.format,
    ),
    index("screenshots_cacheable")
      .on(table.accountId, table.cacheKey, table.createdAt, table.status)
      .where(cacheable),
    index("screenshots_unfinished").on(table.deadlineAt).where(unfinished),
    index("screenshots_kept").on(table.accountId, table.createdAt).where(kept),
    index("screenshots_failed")
      .on(table.accountId, table.createdAt, table.id)
      .where(failedAndListed),
    index("screenshots_open")
      .on(table.accountId, table.createdAt, table.id, table.status, table.format)
      .where(unfinishedAndListed),
    // Lists of a rare format read only its records.
    index("screenshots_format")
      .on(table.accountId, table.format, table.createdAt, table.id, table.status)
      .where(sql`deleted_at IS NULL`),
    index("screenshots_batch")
      .on(table.batchId)
      .where(sql`batch_id IS NOT NULL`),
    index("screenshots_expired_image")
      .on(table.expiredImageKey)
      .where(sql`expired_image_key IS NOT NULL`),
    index("screenshots_archived").on(table.archiveKey).where(archiving),
  ],
);

/**
 * Completed and failed records that are not deleted, counted by the span of time that contains their creation. Triggers of the
 * migration `0023_screenshot_counts.sql` write every row, in the transaction that changes the record.
 */
export const screenshotCounts = sqliteTable(
  "screenshot_counts",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** The length of the span in milliseconds: an hour, a day or 32 days. Each record is counted in all three. */
    span: integer("span").notNull(),
    /** The first millisecond of the span, a multiple of its length. */
    start: integer("start").notNull(),
    status: text("status", { enum: SCREENSHOT_STATES }).notNull(),
    format: text("format", { enum: FORMATS }).notNull(),
    /** At least 1. */
    records: integer("records").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.accountId, table.span, table.start, table.status, table.format],
    }),
  ],
);

/** `key_id` in `capture_days` of captures without a key: the dashboard and monitors. */
export const NO_KEY = "";

/** `key_id` in `capture_days` of captures that ended before captures were counted by key. */
export const UNKNOWN_KEY = "unknown";

/** Finished captures of an account, by the UTC day of their start and by key. */
export const captureDays = sqliteTable(
  "capture_days",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** A day such as "2026-11-21". */
    day: text("day").notNull(),
    /** No reference: the counts outlive the key. */
    keyId: text("key_id").notNull(),
    completed: integer("completed").notNull(),
    failed: integer("failed").notNull(),
    /** Completed captures by the bucket of their duration (lib/duration-buckets.ts). */
    durations: text("durations", { mode: "json" }).$type<Record<string, number>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.day, table.keyId] }),
    index("capture_days_day").on(table.day),
  ],
);

/** Objects in R2 with records that left `screenshots`. A row exists if and only if its records are no longer in the table. */
export const archives = sqliteTable(
  "archives",
  {
    /** Key of the object. */
    key: text("key").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** The month of its records, UTC. */
    month: text("month").notNull(),
    records: integer("records").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (table) => [index("archives_account").on(table.accountId, table.month)],
);

/** Results of POST /v1/compare, one per pair of screenshots and settings. Deleted with the later screenshot. */
export const comparisons = sqliteTable(
  "comparisons",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** Not a foreign key: the result remains when the earlier screenshot is deleted. */
    beforeId: text("before_id").notNull(),
    afterId: text("after_id")
      .notNull()
      .references(() => screenshots.id, { onDelete: "cascade" }),
    /** Hash of threshold, ignored rectangles and anti-aliasing. */
    settingsHash: text("settings_hash").notNull(),
    result: text("result", { mode: "json" }).$type<ComparisonResult>().notNull(),
    /** Key of the diff image in R2; null when nothing changed or the storage was full. */
    diffKey: text("diff_key"),
    diffSize: integer("diff_size").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("comparisons_after").on(table.afterId, table.beforeId, table.settingsHash),
    index("comparisons_account").on(table.accountId),
  ],
);

/** Idempotency-Key headers of the last 24 hours, each with the record of its first request. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    /** Hash of path and body. */
    requestHash: text("request_hash").notNull(),
    /**
     * The record of the response, or the first record of a batch. Not a foreign key: if the credits did not cover the
     * capture, no such record exists, and the key is free.
     */
    screenshotId: text("screenshot_id").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index("idempotency_keys_created").on(table.createdAt),
  ],
);

/** Batch requests. Their captures run one by one from the queue. */
export const batches = sqliteTable(
  "batches",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** The content of the batch's messages, so that lost messages can be sent again. Null after the last capture ended. */
    order: text("capture_order", { mode: "json" }).$type<CaptureOrder>(),
    createdAt: time("created_at").notNull(),
    endedAt: time("ended_at"),
    /** The monitor run that this batch captures for. Such a batch has one capture and sends no batch event. */
    monitorRunId: text("monitor_run_id"),
  },
  (table) => [
    index("batches_open").on(randomPartOfId).where(openBatch),
    // Finds the accounts with open batches, and the oldest open batch of an account.
    index("batches_open_account").on(table.accountId, table.createdAt).where(openBatch),
    // The deletion of an account finds its batches.
    index("batches_account").on(table.accountId),
  ],
);

/** Pages that are captured on a schedule and compared. */
export const monitors = sqliteTable(
  "monitors",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    url: text("url").notNull(),
    /** `url` in lower case, for the search. See `screenshots`. */
    foldedUrl: text("folded_url"),
    /** The content of the queue messages of its captures, with encrypted secrets. */
    order: text("capture_order", { mode: "json" }).$type<CaptureOrder>().notNull(),
    schedule: text("schedule", { mode: "json" }).$type<MonitorSchedule>().notNull(),
    compare: text("compare", { mode: "json" }).$type<MonitorCompare>().notNull(),
    /** Whether its events are announced. */
    notify: integer("notify", { mode: "boolean" }).notNull(),
    /** A pinned screenshot; null compares with the previous run. */
    baselineId: text("baseline_id"),
    /** Runs before this time cannot be the baseline, because they had another target or other options. */
    seriesStartedAt: time("series_started_at").notNull(),
    enabled: integer("enabled", { mode: "boolean" }).notNull(),
    nextRunAt: time("next_run_at").notNull(),
    /** The run that is not finished. At most one at a time. */
    runningRunId: text("running_run_id"),
    lastRunId: text("last_run_id"),
    lastChangeId: text("last_change_id"),
    /** Failed and skipped runs since the last compared run. */
    failures: integer("failures").notNull().default(0),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (table) => [
    index("monitors_account").on(table.accountId, table.createdAt),
    index("monitors_due").on(table.nextRunAt).where(startable),
    index("monitors_baseline")
      .on(table.baselineId)
      .where(sql`baseline_id IS NOT NULL`),
  ],
);

/** One capture of a monitor, and the result of its comparison. */
export const monitorRuns = sqliteTable(
  "monitor_runs",
  {
    id: text("id").primaryKey(),
    monitorId: text("monitor_id")
      .notNull()
      .references(() => monitors.id, { onDelete: "cascade" }),
    status: text("status").$type<RunState>().notNull(),
    /** Why the run failed or was skipped. */
    reason: text("reason"),
    message: text("message"),
    /** Null for a skipped run. No reference: the run outlives its screenshots. */
    screenshotId: text("screenshot_id"),
    /** The free capture that confirms a change. */
    confirmScreenshotId: text("confirm_screenshot_id"),
    /** While confirming: the time at which the confirming capture is due. */
    confirmAt: time("confirm_at"),
    /** The screenshot with which the run was compared. */
    beforeId: text("before_id"),
    result: text("result", { mode: "json" }).$type<ComparisonResult>(),
    /** The comparison with the diff image of a change. */
    comparisonId: text("comparison_id"),
    /** Number of started comparisons. */
    comparisonsStarted: integer("comparisons_started").notNull().default(0),
    /** The time at which the sweep performs the next step of an open run, unless a message has performed it before. */
    stepAt: time("step_at").notNull(),
    dueAt: time("due_at").notNull(),
    startedAt: time("started_at").notNull(),
    finishedAt: time("finished_at"),
  },
  (table) => [
    index("monitor_runs_monitor").on(table.monitorId, table.startedAt, table.id),
    // A monitor whose page is offline for months has many failed runs.
    index("monitor_runs_compared")
      .on(table.monitorId, table.startedAt, table.id)
      .where(comparedRun),
    index("monitor_runs_open").on(table.stepAt).where(openRun),
    index("monitor_runs_skipped").on(table.id).where(skippedRun),
  ],
);

/** The size of the database, once a UTC day, for its growth. */
export const databaseSizes = sqliteTable("database_sizes", {
  /** A day such as "2026-11-21". */
  day: text("day").primaryKey(),
  bytes: integer("bytes").notNull(),
});

/** Dashboard logins. better-auth reads and writes this table and the next three tables, and defines their columns. */
export const users = sqliteTable(
  "users",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    email: text("email").notNull(),
    emailVerified: integer("email_verified", { mode: "boolean" }).notNull().default(false),
    image: text("image"),
    /** May see and change every account. */
    isOperator: integer("is_operator", { mode: "boolean" }).notNull().default(false),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("users_email").on(table.email),
    index("users_account").on(table.accountId),
  ],
);

export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    token: text("token").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    expiresAt: time("expires_at").notNull(),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("sessions_token").on(table.token),
    index("sessions_user").on(table.userId),
    index("sessions_expiry").on(table.expiresAt),
  ],
);

/** Sign-in methods of users: a password (provider "credential") or a GitHub account (provider "github"). */
export const credentials = sqliteTable(
  "credentials",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    providerId: text("provider_id").notNull(),
    /** The user's id at the provider. */
    accountId: text("account_id").notNull(),
    /** An scrypt hash: salt and key in hex. */
    password: text("password"),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: time("access_token_expires_at"),
    refreshTokenExpiresAt: time("refresh_token_expires_at"),
    scope: text("scope"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("credentials_provider").on(table.providerId, table.accountId),
    index("credentials_user").on(table.userId),
  ],
);

/** State of incomplete sign-ins with GitHub, read at the callback. */
export const verifications = sqliteTable(
  "verifications",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: time("expires_at").notNull(),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (table) => [
    index("verifications_identifier").on(table.identifier),
    index("verifications_expiry").on(table.expiresAt),
  ],
);

/** Invites by operators. Accepting an invite creates a login and deletes the invite. */
export const invites = sqliteTable(
  "invites",
  {
    /** SHA-256 of the token in the link. */
    tokenHash: text("token_hash").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    email: text("email").notNull(),
    expiresAt: time("expires_at").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (table) => [
    index("invites_account").on(table.accountId),
    index("invites_expiry").on(table.expiresAt),
  ],
);

export const webhooks = sqliteTable(
  "webhooks",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    url: text("url").notNull(),
    /** Subscribed events. Empty: all events. */
    events: text("events", { mode: "json" }).$type<EventKind[]>().notNull(),
    enabled: integer("enabled", { mode: "boolean" }).notNull(),
    maxRetries: integer("max_retries").notNull(),
    retryDelayMs: integer("retry_delay_ms").notNull(),
    /** Origin of the owner's last change. Deliveries use it for image URLs, because a queue message has no host. */
    serviceOrigin: text("service_origin").notNull(),
    sealedSecret: text("sealed_secret").notNull(),
    /** The secret before the last rotation. It also signs deliveries until `previousUntil`. */
    previousSealedSecret: text("previous_sealed_secret"),
    previousUntil: time("previous_until"),
    createdAt: time("created_at").notNull(),
    updatedAt: time("updated_at").notNull(),
  },
  (table) => [index("webhooks_account").on(table.accountId)],
);

export const deliveries = sqliteTable(
  "deliveries",
  {
    id: text("id").primaryKey(),
    webhookId: text("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    event: text("event").$type<EventKind>().notNull(),
    eventId: text("event_id").notNull(),
    /** Snapshot of the subject at the time of the event. */
    subject: text("subject", { mode: "json" }).$type<EventSubject>().notNull(),
    status: text("status").$type<DeliveryState>().notNull(),
    attempts: text("attempts", { mode: "json" }).$type<DeliveryAttempt[]>().notNull(),
    /** Number of started attempts. A message must name this number to start the next attempt. */
    attemptsBegun: integer("attempts_begun").notNull(),
    /** Number of retries since the last replay. */
    retries: integer("retries").notNull(),
    /** When a pending delivery without an attempt counts as lost and is queued again. */
    overdueAt: time("overdue_at").notNull(),
    /** Time of the event. */
    createdAt: time("created_at").notNull(),
  },
  (table) => [
    // Each webhook receives an event once, even if the event is announced again.
    uniqueIndex("deliveries_event").on(table.webhookId, table.eventId),
    index("deliveries_webhook_created").on(table.webhookId, table.createdAt, table.id),
    index("deliveries_webhook_status").on(table.webhookId, table.status, table.createdAt, table.id),
    index("deliveries_pending")
      .on(table.overdueAt)
      .where(sql`status = 'pending'`),
  ],
);
