// Shortens texts of unlimited length, such as addresses and errors of pages, before they are stored, returned or logged.

const MAX_URL_LENGTH = 200;

/** Returns the first `maxLength` characters of the text, with "…" if the text is longer. */
export function shorten(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text;
}

/** Returns the first 200 characters of an address. Of a data URL, returns only the media type. */
export function shortenUrl(address: string): string {
  const dataStart = address.startsWith("data:") ? address.indexOf(",") + 1 : 0;
  return shorten(address, dataStart > 0 ? Math.min(dataStart, MAX_URL_LENGTH) : MAX_URL_LENGTH);
}
