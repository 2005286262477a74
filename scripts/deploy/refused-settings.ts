// Finds the settings in wrangler.toml with which npm run deploy must not continue.
import { findInvalidSettings } from "../../src/env.ts";
import { findImpossibleSettings, type Settings } from "./platform-limits.ts";

/** Returns a sentence for each setting that is invalid, that is for local services only, or that Cloudflare does not allow. */
export function findRefusedSettings(settings: Settings): string[] {
  const invalid = findInvalidSettings(settings.vars);
  return invalid.length > 0
    ? invalid
    : [...findLocalSettings(settings), ...findImpossibleSettings(settings)];
}

/** A deployed service would serve HOST over plain HTTP: without a redirect to HTTPS, and with cookies that anyone can read. */
function findLocalSettings({ vars: { HOST: host = "" } }: Settings): string[] {
  return host === ""
    ? []
    : [
        `HOST is "${host}": leave it empty. It names a local service, which is served over plain HTTP. ` +
          "A deployed service would no longer redirect requests for this host to HTTPS.",
      ];
}
