// Replaces autoconsent's heuristics in the bundle of the agent, which does not use them (scripts/blocking/page-programs.ts).

export function checkHeuristicPatterns(): { patterns: string[]; snippets: string[] } {
  return { patterns: [], snippets: [] };
}

export function getActionablePopups(): [] {
  return [];
}
