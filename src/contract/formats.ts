// How a file of each format is named and announced.
import type { CaptureFormat } from "./capture-options.ts";

export const formatFiles: Record<CaptureFormat, { contentType: string; extension: string }> = {
  png: { contentType: "image/png", extension: "png" },
  jpeg: { contentType: "image/jpeg", extension: "jpg" },
  webp: { contentType: "image/webp", extension: "webp" },
  pdf: { contentType: "application/pdf", extension: "pdf" },
};
