/**
 * Returns the text in lower case, or null if only the letters A to Z change. SQLite's lower() converts only these letters.
 */
export function foldBeyondAscii(text: string): string | null {
  const folded = text.toLowerCase();
  const foldedAscii = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return folded === foldedAscii ? null : folded;
}
