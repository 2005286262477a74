// What the blocking tests look at, by name: which page carries it and how that page looks without it.
import { adSetups } from "./ad-setups.ts";
import { chatWidgets } from "./chat-widgets.ts";
import { consentPlatforms } from "./consent-platforms.ts";
import { layoutFor, type LayoutName } from "./layouts.ts";
import { unknownBanners } from "./unknown-banners.ts";

/** In the order of the tables. */
export const slugs = {
  consent: consentPlatforms.map(({ name }) => slugOf(name)),
  chat: chatWidgets.map(({ name }) => slugOf(name)),
  unknown: unknownBanners.map(unknownSlug),
  ad: adSetups.map(({ name }) => slugOf(name)),
};

/** Part of an address: "Tawk.to" → "tawk-to". */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** The slug of a banner whose name does not tell it from the others. */
export function unknownSlug({ language, name }: { language: string; name: string }): string {
  return slugOf(`${language} ${name}`);
}

/** The layout that carries the widget; the page looks like it alone once the widget has gone. */
export function layoutOf(kind: keyof typeof slugs, slug: string): LayoutName {
  return layoutFor(slugs[kind].indexOf(slug));
}
