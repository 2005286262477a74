// Waits for fonts that are in use: text in a fallback font is a wrong picture.
import type { Budget } from "../budget.ts";
import { fontsReady } from "../in-page/measure.ts";
import type { Tab } from "../tab.ts";

/** Milliseconds that fonts may still take; text in a fallback font is better than no picture. */
const FONTS_LIMIT_MS = 2_000;

export async function waitForFonts({ page }: Tab, budget: Budget): Promise<void> {
  await budget.run("capture", () => page.evaluate(fontsReady, FONTS_LIMIT_MS));
}
