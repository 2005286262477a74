// Runs at document start: the entries stand before the page's own scripts look for them.

export function fillLocalStorage(origin: string, entries: Record<string, string>): void {
  // Redirects and frames may lead elsewhere; the entries are the target's alone.
  if (window.origin !== origin) return;
  try {
    for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value);
  } catch {
    // A sandboxed document has no storage: the page will find none either.
  }
}
