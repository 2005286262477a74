// Finds the name that a misspelled name probably means.

/**
 * Returns the candidate with this name, or the candidate of which this name is a synonym, or the most similar candidate. At
 * most a third of the characters may differ from the most similar one. Returns undefined if none matches. Ignores case and
 * separators. `synonyms` maps folded names to candidates.
 */
export function closest(
  name: string,
  candidates: readonly string[],
  synonyms: ReadonlyMap<string, string> = new Map(),
): string | undefined {
  const folded = foldName(name);
  const synonym = synonyms.get(folded);
  return (
    candidates.find((candidate) => foldName(candidate) === folded) ??
    (synonym !== undefined && candidates.includes(synonym) ? synonym : undefined) ??
    fewestEdits(folded, candidates)
  );
}

/** Returns the name in lower case, without separators: "Full-Page" → "fullpage". */
export function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function fewestEdits(name: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    const folded = foldName(candidate);
    if (Math.abs(folded.length - name.length) >= fewest) continue;
    const edits = editDistance(name, folded);
    if (edits >= fewest) continue;
    best = candidate;
    fewest = edits;
  }
  return best;
}

/** Returns the number of inserted, deleted and replaced characters (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, character] of from.split("").entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (to[column - 1] === character ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
