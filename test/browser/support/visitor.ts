// Somebody with a browser of their own, who notices whatever is not as it should be.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject } from "vitest";

export type Visitor = {
  page: Page;
  /** Opens a path of the dashboard. */
  open: (path: string) => Promise<void>;
  /** Makes an account and signs in to it. Returns what to sign in with. */
  signUp: () => Promise<{ name: string; email: string; password: string }>;
  signIn: (login: { email: string; password: string }) => Promise<void>;
  /** A new key of the account that is signed in. */
  createKey: (name?: string) => Promise<string>;
  /** Opens the gallery again and again until its first picture is a thumbnail, which is made in a quiet moment. */
  openGallery: () => Promise<void>;
  /** Judges the page as it is: accessible, and as wide as the window. */
  expectGoodPage: () => Promise<void>;
};

type Eyes = {
  scheme?: "light" | "dark";
  widthPx?: number;
  heightPx?: number;
  /** Another site that is visited, too. */
  elsewhere?: string;
};

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const password = "correct horse battery staple";

/**
 * To be called once in a test file. Each visitor has cookies of their own. When the visit is over, nothing must have
 * been logged as an error, and nothing asked of another host.
 */
export function useBrowser() {
  const { url, browserProgram } = inject("dashboard");
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: browserProgram, args: ["--no-sandbox"] });
  });
  afterAll(async () => browser.close());

  return async function visit(eyes: Eyes, stay: (visitor: Visitor) => Promise<void>) {
    const context = await browser.newContext({
      baseURL: url,
      colorScheme: eyes.scheme ?? "light",
      viewport: { width: eyes.widthPx ?? 1280, height: eyes.heightPx ?? 900 },
      permissions: ["clipboard-read", "clipboard-write"],
      // Each from a network of its own: all of them sign up within a minute.
      extraHTTPHeaders: { "CF-Connecting-IP": crypto.randomUUID() },
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" && !isPlainRefusal(message.text()))
        complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => {
      const known = [url, eyes.elsewhere ?? url].map((origin) => `${origin}/`);
      if (
        !/^(data|blob):/.test(request.url()) &&
        !known.some((start) => request.url().startsWith(start))
      )
        complaints.push(`Asked another host: ${request.url()}`);
    });
    await stay(createVisitor(page));
    await context.close();
    expect(complaints).toEqual([]);
  };
}

/** A form that comes back with its faults has a status of 4xx, which the browser notes as an error of the network. */
function isPlainRefusal(message: string): boolean {
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
      // Not a script of the page: the policy of the page would refuse it.
      await page.evaluate(axe);
      const { violations } = await page.evaluate<AxeResults>("axe.run()");
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`)).toEqual([]);
      const [contentPx, windowPx] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      expect(contentPx).toBe(windowPx);
    },
  };
}
