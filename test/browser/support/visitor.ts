// A visitor with a real browser. A visit fails when the page logs an error or sends a request to another host.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { PLAIN_VARIABLE } from "../../../scripts/local/browser-wrapper.ts";
import { findDashboard } from "./dashboard.ts";

export type Visitor = {
  page: Page;
  /** Opens a path of the dashboard. */
  open: (path: string) => Promise<void>;
  /** Creates an account and signs in. Returns the login. */
  signUp: () => Promise<{ name: string; email: string; password: string }>;
  signIn: (login: { email: string; password: string }) => Promise<void>;
  /** Creates an API key and returns it. */
  createKey: (name?: string) => Promise<string>;
  /** Reloads the gallery until its first image is a thumbnail. Thumbnails are created in the background. */
  openGallery: () => Promise<void>;
  /** Asserts that the current page is accessible and not wider than the window. */
  expectGoodPage: () => Promise<void>;
  /** Runs `act` with the current page in every display, the default one last. */
  inEveryDisplay: (act: (display: string) => Promise<void>) => Promise<void>;
};

export const displays = [
  { scheme: "light", widthPx: 390 },
  { scheme: "dark", widthPx: 390 },
  { scheme: "dark", widthPx: 1280 },
  { scheme: "light", widthPx: 1280 },
] as const;

type VisitOptions = {
  scheme?: "light" | "dark";
  widthPx?: number;
  heightPx?: number;
  timeZone?: string;
  /** The origin of another site that the page may request. */
  otherOrigin?: string;
};

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const password = "correct horse battery staple";

/**
 * Starts a browser for a test file. Call it once per file. Each visit has separate cookies, and fails at its end when
 * the page has logged an error or requested another host.
 */
export function useBrowser() {
  let url: string;
  let browser: Browser;
  beforeAll(async () => {
    const dashboard = await findDashboard();
    url = dashboard.url;
    browser = await chromium.launch({
      executablePath: dashboard.browserProgram,
      args: ["--no-sandbox"],
      // The browser of a visitor does not use the proxy of the service's browsers.
      env: { ...process.env, [PLAIN_VARIABLE]: "yes" },
    });
  });
  afterAll(async () => browser.close());

  return async function visit(options: VisitOptions, run: (visitor: Visitor) => Promise<void>) {
    const context = await browser.newContext({
      baseURL: url,
      colorScheme: options.scheme ?? "light",
      viewport: { width: options.widthPx ?? 1280, height: options.heightPx ?? 900 },
      ...(options.timeZone === undefined ? {} : { timezoneId: options.timeZone }),
      permissions: ["clipboard-read", "clipboard-write"],
      // A separate network per visit, so that the limit of sign-ups per minute does not apply.
      extraHTTPHeaders: { "CF-Connecting-IP": crypto.randomUUID() },
    });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" && !isClientError(message.text()))
        problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("request", (request) => {
      const allowed = [url, options.otherOrigin ?? url].map((origin) => `${origin}/`);
      if (
        !/^(data|blob):/.test(request.url()) &&
        !allowed.some((start) => request.url().startsWith(start))
      )
        problems.push(`Request to another host: ${request.url()}`);
    });
    await run(createVisitor(page));
    await context.close();
    expect(problems).toEqual([]);
  };
}

/** Browsers log a form response with validation errors (status 4xx) as a network error. */
function isClientError(message: string): boolean {
  return /^Failed to load resource: the server responded with a status of 4\d\d/.test(message);
}

function createVisitor(page: Page): Visitor {
  const open = async (path: string) => {
    await page.goto(path);
  };
  return {
    page,
    open,
    async signUp() {
      const login = {
        name: "Ada Lovelace",
        email: `${crypto.randomUUID()}@edgeshot.test`,
        password,
      };
      await open("/sign-up");
      await page.getByLabel("Name").fill(login.name);
      await page.getByLabel("Email").fill(login.email);
      await page.getByLabel("Password").fill(login.password);
      await page.getByRole("button", { name: "Sign up" }).click();
      await page.waitForURL("/overview");
      return login;
    },
    async signIn(login) {
      await open("/sign-in");
      await page.getByLabel("Email").fill(login.email);
      await page.getByLabel("Password").fill(login.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL("/overview");
    },
    async createKey(name = "test") {
      await open("/keys");
      await page.getByLabel("Name").fill(name);
      await page.getByRole("button", { name: "Create key" }).click();
      return (await page.locator("#key").textContent()) ?? "";
    },
    async openGallery() {
      const widthOfFirst = async () => {
        await open("/screenshots");
        return page.locator(".shots img").evaluate(async (image: HTMLImageElement) => {
          await image.decode();
          return image.naturalWidth;
        });
      };
      await expect.poll(widthOfFirst, { timeout: 20_000, interval: 500 }).toBe(400);
    },
    async expectGoodPage() {
      // Evaluate the script, because the content security policy blocks script elements.
      if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe);
      const { violations } = await page.evaluate<AxeResults>("axe.run()");
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`)).toEqual([]);
      const [contentPx, windowPx] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      expect(contentPx).toBe(windowPx);
    },
    async inEveryDisplay(act) {
      for (const { scheme, widthPx } of displays) {
        // Transitions would delay the new colors.
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
        await page.setViewportSize({ width: widthPx, height: 900 });
        await act(`at ${widthPx} px, ${scheme}`);
      }
    },
  };
}
