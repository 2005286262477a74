// The header that makes a browser save an answer under a name (RFC 6266).

/** `name` is the caller's, whatever that is. The extension is added unless the name has it. */
export function attachment(name: string, extension: string): string {
  const clean = fileName(name, extension);
  const ascii = clean.replace(/[^\x20-\x7e]/g, "_").replace(/["\\%]/g, "_");
  const plain = `attachment; filename="${ascii}"`;
  return ascii === clean ? plain : `${plain}; filename*=UTF-8''${encodeExtended(clean)}`;
}

/** Nothing that could lead out of a folder, hide the file or end the header. */
function fileName(name: string, extension: string): string {
  const safe = name
    .toWellFormed()
    .replace(/[\x00-\x1f\x7f-\x9f/\\:*?"<>|]/g, "_")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  const base = safe === "" ? "screenshot" : safe;
  return base.toLowerCase().endsWith(`.${extension}`) ? base : `${base}.${extension}`;
}

/** RFC 8187, section 3.2.1: encodeURIComponent leaves a few characters that are not allowed there. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
