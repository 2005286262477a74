// Runs at document start, before the page's scripts read localStorage.

export function fillLocalStorage(origin: string, entries: Record<string, string>): void {
  // Redirects and frames may have other origins; the entries are for the target only.
  if (window.origin !== origin) return;
  try {
    for (const [key, value] of Object.entries(entries)) window.localStorage.setItem(key, value);
  } catch {
    // A sandboxed document has no storage.
  }
}
