// The `blocked` field of a record: what the block_* options of a capture removed.
import * as z from "zod";

const removed = {
  requests: z.int().nonnegative().describe("Requests that were blocked."),
  elements: z.int().nonnegative().describe("Visible elements that were removed."),
};

export const blocked = z
  .object({
    ads: z.object(removed).exactOptional(),
    cookie_banners: z
      .object({
        ...removed,
        rejected: z
          .boolean()
          .describe(
            "Whether consent was rejected through the banner. False when it was only hidden.",
          ),
        platform: z
          .string()
          .exactOptional()
          .describe("The consent platform whose banner was closed. Absent when it is not certain."),
      })
      .exactOptional(),
    chats: z.object(removed).exactOptional(),
    trackers: z.object(removed).exactOptional(),
    incomplete: z
      .literal(true)
      .exactOptional()
      .describe(
        "A filter list was unavailable or the page could not be searched. Some elements may remain.",
      ),
  })
  .describe("What each enabled block_* option removed. Present when such an option was enabled.");

export type Blocked = z.infer<typeof blocked>;
