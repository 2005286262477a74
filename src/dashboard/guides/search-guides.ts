// The search of the guides: sections that contain every word of a query, best first.
import type { Guide, GuideSection } from "./guide.ts";

export type SearchResult = {
  guide: Guide;
  section: GuideSection;
  /** A part of the text around the first match, split at the matches. */
  excerpt: { text: string; isMatch: boolean }[];
};

export const MAX_QUERY_LENGTH = 100;
const MAX_RESULTS = 20;
const EXCERPT_LENGTH = 180;
/** Characters of the excerpt before its first match. */
const EXCERPT_LEAD = 40;

const TITLE_SCORE = 20;
const HEADING_SCORE = 10;
const MAX_TEXT_SCORE = 5;

/** A word matches its plural and other longer words. Returns an empty list for a query without letters and digits. */
export function searchGuides(guides: Guide[], query: string): SearchResult[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return guides
    .flatMap((guide) =>
      guide.sections.map((section) => ({ guide, section, score: scoreOf(guide, section, words) })),
    )
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_RESULTS)
    .map(({ guide, section }) => ({ guide, section, excerpt: excerptOf(section.text, words) }));
}

function wordsOf(query: string): string[] {
  const words = query.slice(0, MAX_QUERY_LENGTH).toLowerCase().split(/\s+/);
  return [...new Set(words.filter((word) => /[\p{L}\p{N}]/u.test(word)))];
}

/** Returns 0 unless the section and its title contain every word. */
function scoreOf({ title }: Guide, { id, heading, text }: GuideSection, words: string[]): number {
  const [inTitle, inHeading, inText] = [title, heading, text].map((part) => part.toLowerCase()) as [
    string,
    string,
    string,
  ];
  let score = 0;
  for (const word of words) {
    const matches = inText.split(word).length - 1;
    const isInTitle = inTitle.includes(word);
    const isInHeading = inHeading.includes(word);
    if (matches === 0 && !isInTitle && !isInHeading) return 0;
    score += Math.min(matches, MAX_TEXT_SCORE);
    if (isInHeading) score += HEADING_SCORE;
    // The first section represents the whole guide.
    if (isInTitle) score += id === "" ? TITLE_SCORE : 1;
  }
  return score;
}

function excerptOf(text: string, words: string[]): SearchResult["excerpt"] {
  const pattern = new RegExp(`(${words.map(escapePattern).join("|")})`, "gi");
  const first = Math.max(text.search(pattern), 0);
  const start = first <= EXCERPT_LEAD ? 0 : text.indexOf(" ", first - EXCERPT_LEAD) + 1;
  const end = start + EXCERPT_LENGTH;
  const cut = text.slice(start, end);
  const excerpt = `${start > 0 ? "… " : ""}${cut}${end < text.length ? " …" : ""}`;
  // split() with a group returns the matches at odd indexes.
  return excerpt
    .split(pattern)
    .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
    .filter(({ text: part }) => part !== "");
}

function escapePattern(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
