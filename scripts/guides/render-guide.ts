// Converts the Markdown of a guide to HTML and to the text that the search reads.
import { posix } from "node:path";
import { Marked, type Token, type Tokens } from "marked";
import type { Guide, GuideSection } from "../../src/dashboard/guides/guide.ts";

/** A Markdown file below docs/ and its path in the service. */
export type Source = { path: string; slug: string; group: string; markdown: string };

/** `slugs`: maps the path of each guide to its slug. Throws an Error for Markdown that the pages do not support. */
export function renderGuide(source: Source, slugs: ReadonlyMap<string, string>): Guide {
  const { path, slug, group, markdown } = source;
  const marked = createMarked(path, slugs);
  const [title, ...body] = marked.lexer(markdown).filter(({ type }) => type !== "space");
  if (!isHeading(title) || title.depth !== 1) throw new Error(`${path} must start with a title.`);
  const [lead] = body;
  if (lead?.type !== "paragraph") throw new Error(`${path} has no paragraph after its title.`);
  return {
    slug,
    group,
    title: toText(marked, [title]),
    description: toText(marked, [lead]),
    html: marked.parser(body),
    sections: divide(marked, title, body),
  };
}

function createMarked(path: string, slugs: ReadonlyMap<string, string>): Marked {
  let examples = 0;
  let tables = 0;
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // The markup of components/copyable.tsx. The script of the page shows the button.
      code({ text }) {
        const id = `example-${++examples}`;
        return (
          `<div class="copy"><pre tabindex="0" role="region" aria-label="Example ${examples}"><code id="${id}">` +
          `${escapeHtml(text)}</code></pre>` +
          `<button type="button" class="on-code compact" data-copy="${id}" hidden>Copy</button></div>\n`
        );
      },
      table({ header, rows }) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("")}</tr>`;
        tables += 1;
        const label = header.map(({ text }) => text.replaceAll("`", "")).join(", ");
        return (
          `<div class="scroll" tabindex="0" role="region" aria-label="Table ${tables}: ${escapeHtml(label)}"><table><thead>` +
          `${row(header, "th")}</thead><tbody>${rows.map((cells) => row(cells, "td")).join("")}</tbody></table></div>\n`
        );
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(resolveLink(href, path, slugs))}">${this.parser.parseInline(tokens)}</a>`;
      },
      html({ text }) {
        throw new Error(`${path} contains HTML, which guides do not support: ${text}`);
      },
      image({ href }) {
        throw new Error(`${path} contains an image, which guides do not support: ${href}`);
      },
    },
  });
}

/** Throws an Error for a link to a file that is not a guide: the service does not serve it. */
function resolveLink(href: string, path: string, slugs: ReadonlyMap<string, string>): string {
  if (/^(https?:|#)/.test(href)) return href;
  const [file = "", anchor] = href.split("#");
  const target = posix.join(posix.dirname(path), file);
  const slug = slugs.get(target);
  if (slug === undefined) throw new Error(`${path} links to ${href}, which is not a guide.`);
  return `/docs/${slug}${anchor === undefined ? "" : `#${anchor}`}`;
}

function divide(marked: Marked, title: Tokens.Heading, body: Token[]): GuideSection[] {
  const sections: { heading: Tokens.Heading; tokens: Token[] }[] = [{ heading: title, tokens: [] }];
  for (const token of body) {
    if (isHeading(token)) sections.push({ heading: token, tokens: [] });
    // Omit code from the search text, because excerpts of code are hard to read.
    else if (token.type !== "code") sections.at(-1)?.tokens.push(token);
  }
  return sections.map(({ heading, tokens }, index) => ({
    id: index === 0 ? "" : anchorOf(heading.text),
    heading: toText(marked, [heading]),
    text: toText(marked, tokens),
  }));
}

function toText(marked: Marked, tokens: Token[]): string {
  return marked
    .parser(tokens)
    .replaceAll(/<\/(?:td|th|li|p|h\d)>/g, " ")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Returns the anchor that GitHub generates for a heading: lower case, without punctuation, spaces as hyphens. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

function isHeading(token: Token | undefined): token is Tokens.Heading {
  return token?.type === "heading";
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
