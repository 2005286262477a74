// Known consent platforms, each on a page of its own.
import { selfHostedConsent } from "./consent-self-hosted.ts";
import { consentVendors } from "./consent-vendors.ts";
import type { Widget } from "./program.ts";

export type Platform = Widget & {
  name: string;
  /** The vendor's script; platforms without one come from the page's own host only. */
  script?: string;
  /** A document of the vendor that `html` shows where it says FRAME; its buttons answer by message. */
  frame?: Required<Pick<Widget, "html" | "css" | "accept" | "reject">> & { address: string };
};

export const consentPlatforms: readonly Platform[] = [...consentVendors, ...selfHostedConsent];
