// The Content-Disposition header, which sets the file name of a download (RFC 6266).

/** Returns the header for any `name`. Adds the extension unless the name has it. */
export function attachment(name: string, extension: string): string {
  const clean = fileName(name, extension);
  const ascii = clean.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_");
  const plain = `attachment; filename="${ascii}"`;
  return ascii === clean ? plain : `${plain}; filename*=UTF-8''${encodeExtended(clean)}`;
}

/**
 * Returns a safe file name: without path separators, leading dots and control characters. Some of the latter reverse the
 * text after them, so that "exe.png" looks like "gnp.exe".
 */
export function fileName(name: string, extension: string): string {
  const safe = name
    .toWellFormed()
    .replace(/[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069/\\:*?"<>|]/g, "_")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  const base = safe === "" ? "screenshot" : safe;
  return base.toLowerCase().endsWith(`.${extension}`) ? base : `${base}.${extension}`;
}

/** Encodes the characters that encodeURIComponent leaves but RFC 8187, section 3.2.1, forbids. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
