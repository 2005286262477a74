// Maps each banner, chat and advertisement of the blocking tests to its page and its layout.
import { adSetups } from "./ad-setups.ts";
import { chatWidgets } from "./chat-widgets.ts";
import { consentPlatforms } from "./consent-platforms.ts";
import { layoutFor, type LayoutName } from "./layouts.ts";
import { unknownBanners } from "./unknown-banners.ts";

/** Names in addresses, in the order of the tables. */
export const slugs = {
  consent: consentPlatforms.map(({ name }) => slugOf(name)),
  chat: chatWidgets.map(({ name }) => slugOf(name)),
  unknown: unknownBanners.map(unknownSlug),
  ad: adSetups.map(({ name }) => slugOf(name)),
};

/** Converts a name to a part of an address: "Tawk.to" becomes "tawk-to". */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** Returns the slug of an unknown banner. Banners of several languages share a name. */
export function unknownSlug({ language, name }: { language: string; name: string }): string {
  return slugOf(`${language} ${name}`);
}

/** Returns the layout of the widget's page. Without the widget, the page is identical to this layout. */
export function layoutOf(kind: keyof typeof slugs, slug: string): LayoutName {
  return layoutFor(slugs[kind].indexOf(slug));
}
