// Letters beyond ASCII, which SQLite's lower() leaves as they are.

/** The text in small letters; null where making A–Z small is all there is to do. */
export function foldBeyondAscii(text: string): string | null {
  const folded = text.toLowerCase();
  const foldedAscii = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return folded === foldedAscii ? null : folded;
}
