// In place of autoconsent's heuristics, which its agent is told not to use (scripts/blocking/page-programs.ts).

export function checkHeuristicPatterns(): { patterns: string[]; snippets: string[] } {
  return { patterns: [], snippets: [] };
}

export function getActionablePopups(): [] {
  return [];
}
