// Emulates the device and the visitor, and sets cookies and localStorage.
import type { Protocol } from "devtools-protocol";
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { UTILITY_WORLD_NAME } from "@cloudflare/puppeteer/internal/common/util.js";
import { ServiceError } from "../../contract/errors.ts";
import { viewportSize } from "../geometry.ts";
import { fillLocalStorage } from "../in-page/fill-local-storage.ts";
import type { Tab } from "../tab.ts";

/** The number that an emulated touch screen reports; most phones support five touch points. */
const TOUCH_POINTS = 5;

const DEFAULT_ACCURACY_METRES = 10;

/**
 * Applies all emulation options before the page loads. Sends all commands without awaiting each answer, because the round
 * trips would take longer than the commands.
 */
export async function emulate(tab: Tab, options: CaptureOptions, target: URL): Promise<void> {
  const { cdp } = tab;
  const commands: Promise<unknown>[] = [
    cdp.send("Emulation.setDeviceMetricsOverride", deviceMetrics(options)),
  ];

  if (options.viewport_has_touch) {
    commands.push(
      cdp.send("Emulation.setTouchEmulationEnabled", {
        enabled: true,
        maxTouchPoints: TOUCH_POINTS,
      }),
    );
  }
  const media = emulatedMedia(options);
  if (media.features.length > 0 || media.media !== "") {
    commands.push(cdp.send("Emulation.setEmulatedMedia", media));
  }
  if (hasTransparentBackground(options)) {
    commands.push(
      cdp.send("Emulation.setDefaultBackgroundColorOverride", {
        color: { r: 0, g: 0, b: 0, a: 0 },
      }),
    );
  }
  if (options.bypass_csp) commands.push(cdp.send("Page.setBypassCSP", { enabled: true }));
  if (options.user_agent !== undefined || options.locale !== undefined) {
    commands.push(setUserAgent(tab, options));
  }
  if (options.locale !== undefined) {
    commands.push(
      reportRejected(
        "locale",
        "is not a locale that the browser supports",
        cdp.send("Emulation.setLocaleOverride", { locale: options.locale }),
      ),
    );
  }
  if (options.time_zone !== undefined) {
    commands.push(
      reportRejected(
        "time_zone",
        "must be an IANA time zone in its exact spelling, such as Europe/Berlin or UTC",
        cdp.send("Emulation.setTimezoneOverride", { timezoneId: options.time_zone }),
      ),
    );
  }
  if (options.geolocation !== undefined) {
    const { latitude, longitude, accuracy = DEFAULT_ACCURACY_METRES } = options.geolocation;
    commands.push(
      tab.page.browserContext().overridePermissions(target.origin, ["geolocation"]),
      cdp.send("Emulation.setGeolocationOverride", { latitude, longitude, accuracy }),
    );
  }
  await Promise.all(commands);
}

/** Sets cookies and localStorage before the navigation. */
export async function seedSession(
  { cdp }: Tab,
  options: CaptureOptions,
  target: URL,
): Promise<void> {
  const cookies = options.cookies?.map((cookie) => cookieParameter(cookie, target));
  if (cookies !== undefined) {
    await reportRejected(
      "cookies",
      "contains a cookie that browsers reject: check its size (at most 4096 bytes), domain and path, and the rules for __Secure- and __Host- names",
      cdp.send("Network.setCookies", { cookies }),
    );
  }

  const entries = options.local_storage;
  if (entries === undefined) return;
  const source = `(${fillLocalStorage.toString()})(${JSON.stringify(target.origin)}, ${JSON.stringify(entries)})`;
  // Runs in an isolated world, because a page can replace the built-in functions of its main world.
  await cdp.send("Page.addScriptToEvaluateOnNewDocument", {
    source,
    worldName: UTILITY_WORLD_NAME,
  });
}

/** Chromium may reject a value that validation accepted. Throws ServiceError(invalid_options) with `problem` in that case. */
async function reportRejected(
  option: keyof CaptureOptions,
  problem: string,
  command: Promise<unknown>,
): Promise<void> {
  try {
    await command;
  } catch (cause) {
    // Chromium reports "Invalid cookie fields", "Invalid timezone ID" or "Invalid locale name".
    if (!(cause instanceof Error && /\bInvalid /.test(cause.message))) throw cause;
    throw new ServiceError("invalid_options", {
      details: { [`options.${option}`]: problem },
      cause,
    });
  }
}

/** Only PNG and WebP support transparency; other formats ignore the option. */
function hasTransparentBackground(options: CaptureOptions): boolean {
  return options.omit_background && (options.format === "png" || options.format === "webp");
}

function deviceMetrics(
  options: CaptureOptions,
): Protocol.Emulation.SetDeviceMetricsOverrideRequest {
  const { width, height } = viewportSize(options);
  const landscape = options.viewport_landscape || width > height;
  return {
    width,
    height,
    deviceScaleFactor: options.device_scale_factor,
    mobile: options.viewport_mobile,
    screenWidth: width,
    screenHeight: height,
    screenOrientation: landscape
      ? { type: "landscapePrimary", angle: 90 }
      : { type: "portraitPrimary", angle: 0 },
  };
}

/** Returns the CSS media type and features that the options emulate. */
export function emulatedMedia(options: CaptureOptions): {
  media: string;
  features: Protocol.Emulation.MediaFeature[];
} {
  const features: Protocol.Emulation.MediaFeature[] = [];
  if (options.dark_mode !== undefined) {
    features.push({ name: "prefers-color-scheme", value: options.dark_mode ? "dark" : "light" });
  }
  if (options.reduced_motion !== undefined) {
    features.push({
      name: "prefers-reduced-motion",
      value: options.reduced_motion ? "reduce" : "no-preference",
    });
  }
  return { media: options.media_type ?? "", features };
}

/** Sends user agent and language in one command: the protocol requires a user agent to set a language. */
async function setUserAgent({ page, cdp }: Tab, options: CaptureOptions): Promise<void> {
  const userAgent = options.user_agent ?? (await page.browser().userAgent());
  await cdp.send("Emulation.setUserAgentOverride", {
    userAgent,
    ...(options.locale === undefined ? {} : { acceptLanguage: options.locale }),
  });
}

type Cookie = NonNullable<CaptureOptions["cookies"]>[number];

function cookieParameter(cookie: Cookie, target: URL): Protocol.Network.CookieParam {
  const { name, value, domain, path, secure, httpOnly, sameSite, expires } = cookie;
  return {
    name,
    value,
    ...(domain === undefined ? { url: target.href } : { domain }),
    path: path ?? "/",
    ...(secure === undefined ? {} : { secure }),
    ...(httpOnly === undefined ? {} : { httpOnly }),
    ...(sameSite === undefined ? {} : { sameSite }),
    ...(expires === undefined ? {} : { expires }),
  };
}
