// Screenshots whose images are real PNG files, for comparisons.
import { env } from "cloudflare:workers";
import { createImageKey } from "../../src/domain/screenshots/capture/image-key.ts";
import { encodePng, noise } from "../unit/capture/encode/png-image.ts";
import { seedScreenshot } from "./screenshots.ts";

/** Inserts two completed screenshots with different images, and returns their identifiers. */
export async function seedPair(accountId: string): Promise<{ before: string; after: string }> {
  const [before, after] = await Promise.all([seedNoise(accountId, 1), seedNoise(accountId, 2)]);
  return { before, after };
}

async function seedNoise(accountId: string, seed: number): Promise<string> {
  const imageKey = createImageKey("png");
  const size = { widthPx: 40, heightPx: 40, channels: 3 } as const;
  await env.IMAGES.put(imageKey, encodePng(noise(size, seed)));
  return seedScreenshot(accountId, { imageKey, width: 40, height: 40 });
}
