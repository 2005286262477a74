// What the block_* options of a capture have removed, as its record tells.
import { z } from "zod";

const removed = {
  requests: z.int().nonnegative().describe("Requests that were not made."),
  elements: z.int().nonnegative().describe("Elements that would be in sight and are not."),
};

export const blocked = z
  .object({
    ads: z.object(removed).exactOptional(),
    cookie_banners: z
      .object({
        ...removed,
        rejected: z.boolean().describe("A banner's own button said no."),
        platform: z.string().exactOptional().describe("The consent platform that answered."),
      })
      .exactOptional(),
    chats: z.object(removed).exactOptional(),
    incomplete: z
      .literal(true)
      .exactOptional()
      .describe(
        "A list could not be read, or the page could not be searched: something may be left.",
      ),
  })
  .describe("There where a block_* option was on, with what each removed.");

export type Blocked = z.infer<typeof blocked>;
