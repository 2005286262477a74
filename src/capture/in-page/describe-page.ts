// Runs in the captured page: reads what the document states about itself.

type Texts = { title: string; description: string; url: string; language: string };

/** Returns one line per text, at most as long as `maxLengths`. A text that the document does not state is empty. */
export function describeDocument(
  maxLengths: Record<"title" | "description" | "language", number>,
): Texts {
  const root = dom.get(document, "documentElement") as Element | null;
  return {
    title: cut(dom.get(document, "title"), maxLengths.title),
    description: cut(
      metaContent('meta[name="description" i]') || metaContent('meta[property="og:description" i]'),
      maxLengths.description,
    ),
    url: location.href,
    language: cut(root?.getAttribute("lang") ?? "", maxLengths.language),
  };

  function metaContent(selector: string): string {
    return dom.all(selector)[0]?.getAttribute("content")?.trim() ?? "";
  }

  function cut(text: string, maxLength: number): string {
    // The text may contain long whitespace, megabytes of text, or half of a surrogate pair.
    const line = text
      .slice(0, 10 * maxLength)
      .replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, " ")
      .trim();
    // Count characters, not halves of surrogate pairs.
    return Array.from(line).slice(0, maxLength).join("").trim();
  }
}
