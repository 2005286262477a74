// The `page` field of a record: what the captured document states about itself.
import * as z from "zod";

/** Maximum number of characters of each text. Longer texts are truncated. */
export const MAX_PAGE_TEXT = { title: 300, description: 1_000, language: 35 };

export const pageFacts = z
  .object({
    title: z
      .string()
      .exactOptional()
      .describe(`The title, at most ${MAX_PAGE_TEXT.title} characters.`),
    description: z
      .string()
      .exactOptional()
      .describe(
        `The description in the meta elements, at most ${MAX_PAGE_TEXT.description} characters.`,
      ),
    url: z
      .string()
      .exactOptional()
      .describe("The address after all redirects and navigation. Absent for an HTML document."),
    language: z.string().exactOptional().describe("The `lang` attribute of the document."),
  })
  .describe("What the captured page states about itself. Empty fields are absent.");

export type PageFacts = z.infer<typeof pageFacts>;
