// One example for each successful response that has a JSON or a text body. A test validates the examples.

const id = "671f0c2e9b1d4a6f8c3e5a70";
const batchId = "671f0c2e9b1d4a6f8c3e5a01";
const userId = "671e88aa9b1d4a6f8c3e1c00";
const webhookId = "671f2b4d9b1d4a6f8c3e6d11";
const deliveryId = "671f2b5e9b1d4a6f8c3e6e42";
const imageUrl = "https://shots.example.com/images/9f86d081884c7d659a2feaa0c55ad015.webp";
const url = "https://example.com/";
const createdAt = "2026-11-21T09:30:00.000Z";
const success = true;

const listItem = {
  _id: id,
  url,
  name: "The home page",
  status: "completed",
  imageUrl,
  metadata: {
    fileSize: 48_213,
    format: "webp",
    dimensions: { width: 1280, height: 2450 },
    httpStatus: 200,
    page: { title: "Example Domain", url, language: "en" },
  },
  createdAt,
};

const screenshot = {
  success,
  data: {
    ...listItem,
    userId,
    options: { format: "webp", full_page: true, viewport_width: 1280, viewport_height: 1024 },
    processingTime: 1840,
    updatedAt: "2026-11-21T09:30:02.000Z",
  },
};

const webhook = {
  _id: webhookId,
  url: "https://receiver.example.com/events",
  events: ["screenshot.completed"],
  enabled: true,
  maxRetries: 3,
  retryDelayMs: 10_000,
  createdAt,
  updatedAt: createdAt,
};

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

const delivery = {
  _id: deliveryId,
  event: "test.ping",
  event_id: "evt_4f1c2a7d9b3e6058",
  status: "delivered",
  attempts: [{ at: createdAt, status: 204, durationMs: 85, error: null }],
  createdAt,
};

const monitorId = "671f3c6f9b1d4a6f8c3e7f10";

const run = {
  _id: "671f3c7a9b1d4a6f8c3e7f33",
  monitorId,
  status: "same",
  reason: null,
  message: null,
  screenshotId: id,
  confirmScreenshotId: null,
  comparison: null,
  dueAt: createdAt,
  startedAt: createdAt,
  finishedAt: "2026-11-21T09:30:02.000Z",
};

const monitor = {
  success,
  data: {
    _id: monitorId,
    name: "Prices",
    url,
    options: { format: "png", full_page: true },
    schedule: { every: "6h" },
    compare: { threshold: 0.1, ignore: [], minRatio: 0.001, ignoreSelectors: [], confirm: true },
    notify: true,
    baseline: "previous",
    enabled: true,
    state: "ok",
    nextRunAt: "2026-11-21T15:30:00.000Z",
    lastRun: run,
    lastChange: null,
    createdAt,
    updatedAt: createdAt,
  },
};

const readyPart = { ok: true, durationMs: 4 };
const pagination = { total: 1, page: 1, limit: 10, pages: 1 };

/** Maps the id of each operation to its examples by status. */
export const answerExamples: Record<string, Partial<Record<number, unknown>>> = {
  capture: {
    201: {
      success,
      data: {
        id,
        url,
        image_url: imageUrl,
        status: "completed",
        metadata: {
          file_size: 48_213,
          format: "webp",
          dimensions: { width: 1280, height: 2450 },
          http_status: 200,
          page: { title: "Example Domain", url, language: "en" },
        },
        created_at: createdAt,
      },
      remaining_credits: 99,
    },
  },
  captureBatch: {
    201: {
      success,
      data: [
        { _id: id, url, status: "pending", createdAt },
        {
          _id: "671f0c2e9b1d4a6f8c3e5a71",
          url: "https://example.org/",
          status: "pending",
          createdAt,
        },
      ],
      batchId,
      count: 2,
      succeededCount: 2,
      failedCount: 0,
      remainingCredits: 98,
    },
  },
  listScreenshots: { 200: { success, data: [listItem], pagination } },
  getScreenshot: { 200: screenshot },
  getScreenshotStatus: { 200: { success, data: { id, status: "completed", imageUrl } } },
  updateScreenshot: { 200: screenshot },
  deleteScreenshot: {
    200: {
      success,
      message: "The screenshot has been deleted.",
      data: {
        _id: id,
        url,
        status: "completed",
        isDeleted: true,
        deletedAt: "2026-11-22T08:00:00.000Z",
        deletedSize: 48_213,
      },
    },
  },
  getUsage: {
    200: {
      success,
      data: {
        subscription: { status: "active", plan: "Free" },
        plan: {
          id: "free",
          name: "Free",
          limits: { monthly: { screenshots: 100, storage: "500 MB" } },
        },
        limit: 100,
        usage: 12,
        remaining: 88,
        percentUsed: 12,
        resetsAt: "2026-12-01T00:00:00.000Z",
        storage: { used: 1_204_880, limit: 500_000_000 },
      },
    },
  },
  compareScreenshots: {
    201: {
      success,
      data: {
        changed: true,
        ratio: 0.0125,
        pixels: 16_384,
        width: 1280,
        height: 1024,
        regions: [{ x: 640, y: 120, width: 256, height: 64, pixels: 16_384 }],
        diffUrl: "https://shots.example.com/images/2c26b46b68ffc68ff99b453c1d304134.png",
      },
    },
  },
  listMonitors: { 200: { success, data: [monitor.data] } },
  createMonitor: { 201: monitor },
  getMonitor: { 200: monitor },
  updateMonitor: { 200: monitor },
  deleteMonitor: {
    200: {
      success,
      message: "The monitor has been deleted.",
      data: { _id: monitorId, isDeleted: true },
    },
  },
  runMonitor: { 201: { success, data: { ...run, status: "capturing", finishedAt: null } } },
  listMonitorRuns: { 200: { success, data: [run], pagination } },
  listWebhooks: { 200: { success, data: [webhook] } },
  createWebhook: { 201: { success, data: { ...webhook, secret } } },
  getWebhook: { 200: { success, data: webhook } },
  updateWebhook: { 200: { success, data: { ...webhook, enabled: false } } },
  deleteWebhook: {
    200: {
      success,
      message: "The webhook has been deleted.",
      data: { _id: webhookId, isDeleted: true },
    },
  },
  testWebhook: { 201: { success, data: delivery } },
  rotateWebhookSecret: {
    200: {
      success,
      data: { ...webhook, secret, previousSecretValidUntil: "2026-11-22T09:30:00.000Z" },
    },
  },
  listDeliveries: { 200: { success, data: [delivery], pagination } },
  replayDelivery: { 200: { success, data: { ...delivery, status: "pending" } } },
  getHealth: { 200: { status: "ok" } },
  getReadiness: {
    200: {
      status: "ready",
      parts: {
        settings: readyPart,
        database: readyPart,
        images: readyPart,
        queue: readyPart,
        browsers: readyPart,
      },
    },
    503: {
      status: "not_ready",
      parts: {
        settings: readyPart,
        database: readyPart,
        images: readyPart,
        queue: readyPart,
        browsers: { ok: false, durationMs: 5000, reason: "The browser pool did not answer." },
      },
    },
  },
  getMetrics: { 200: "# TYPE edgeshot_captures_total counter\nedgeshot_captures_total 12\n" },
  getOpenApi: { 200: { openapi: "3.1.1" } },
  getLlmsTxt: { 200: "# Edgeshot\n\n> Captures web pages as PNG, JPEG, WebP or PDF.\n" },
};
