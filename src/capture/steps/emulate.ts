// The device, the reader and the session that the page sees.
import type { Protocol } from "devtools-protocol";
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { ServiceError } from "../../contract/errors.ts";
import { fillLocalStorage } from "../in-page/fill-local-storage.ts";
import type { Tab } from "../tab.ts";

/** What an emulated touch screen reports; most phones know five. */
const TOUCH_POINTS = 5;

/** Metres; used where the caller gave none. */
const GEOLOCATION_ACCURACY = 10;

/**
 * Sets everything that must be in place before the page loads. The commands are sent in one go and not awaited
 * one by one: a round trip each would cost more than the commands do.
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
  const features = mediaFeatures(options);
  if (features.length > 0 || options.media_type !== undefined) {
    commands.push(
      cdp.send("Emulation.setEmulatedMedia", { media: options.media_type ?? "", features }),
    );
  }
  if (leavesOutBackground(options)) {
    commands.push(
      cdp.send("Emulation.setDefaultBackgroundColorOverride", {
        color: { r: 0, g: 0, b: 0, a: 0 },
      }),
    );
  }
  if (options.user_agent !== undefined || options.locale !== undefined) {
    commands.push(setUserAgent(tab, options));
  }
  if (options.locale !== undefined) {
    commands.push(
      accepted(
        "locale",
        "is not a language that the browser knows",
        cdp.send("Emulation.setLocaleOverride", { locale: options.locale }),
      ),
    );
  }
  if (options.time_zone !== undefined) {
    commands.push(
      accepted(
        "time_zone",
        "must be an IANA time zone in its own spelling, such as Europe/Berlin or UTC",
        cdp.send("Emulation.setTimezoneOverride", { timezoneId: options.time_zone }),
      ),
    );
  }
  if (options.geolocation !== undefined) {
    const { latitude, longitude, accuracy = GEOLOCATION_ACCURACY } = options.geolocation;
    commands.push(
      tab.page.browserContext().overridePermissions(target.origin, ["geolocation"]),
      cdp.send("Emulation.setGeolocationOverride", { latitude, longitude, accuracy }),
    );
  }
  await Promise.all(commands);
}

/** Sets cookies and localStorage, which a navigation must find in place. */
export async function seedSession(
  { cdp }: Tab,
  options: CaptureOptions,
  target: URL,
): Promise<void> {
  const cookies = options.cookies?.map((cookie) => cookieParameter(cookie, target));
  if (cookies !== undefined) {
    await accepted(
      "cookies",
      "holds one that browsers refuse: mind its size (4096 bytes), domain, path and the rules for names with __Secure- and __Host-",
      cdp.send("Network.setCookies", { cookies }),
    );
  }

  const entries = options.local_storage;
  if (entries === undefined) return;
  const source = `(${fillLocalStorage.toString()})(${JSON.stringify(target.origin)}, ${JSON.stringify(entries)})`;
  await cdp.send("Page.addScriptToEvaluateOnNewDocument", { source });
}

/** What no rule of ours has refused may still be nothing to Chromium: the caller's fault, and not a failed capture. */
async function accepted(
  option: keyof CaptureOptions,
  fault: string,
  command: Promise<unknown>,
): Promise<void> {
  try {
    await command;
  } catch (cause) {
    // "Invalid cookie fields", "Invalid timezone ID", "Invalid locale name"
    if (!(cause instanceof Error && /\bInvalid /.test(cause.message))) throw cause;
    throw new ServiceError("invalid_options", { details: { [`options.${option}`]: fault }, cause });
  }
}

/** The viewport as asked for: landscape swaps the sides of a portrait one (docs/decisions.md "Requests"). */
export function viewportSize(options: CaptureOptions): { width: number; height: number } {
  const { viewport_width: width, viewport_height: height } = options;
  const turned = options.viewport_landscape && options.format !== "pdf" && width < height;
  return turned ? { width: height, height: width } : { width, height };
}

/** PNG and WebP can be transparent; for the others the option is without effect (SPEC.md "Capture options"). */
function leavesOutBackground(options: CaptureOptions): boolean {
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

function mediaFeatures(options: CaptureOptions): Protocol.Emulation.MediaFeature[] {
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
  return features;
}

/** A user agent must be sent along with a language, and a language needs the browser's own user agent. */
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
