// All known consent platforms of the blocking tests.
import { selfHostedConsent } from "./consent-self-hosted.ts";
import { consentVendors } from "./consent-vendors.ts";
import type { Platform } from "./program.ts";

export const consentPlatforms: readonly Platform[] = [...consentVendors, ...selfHostedConsent];
