// Creates small PDF documents in the structure that Skia writes.

export type PdfObject = { number: number; dictionary: string; data?: Uint8Array };

/**
 * Returns a PDF with these objects in the given order and one cross-reference table. Missing object numbers are free
 * entries.
 */
export function buildPdf(objects: PdfObject[], trailer = ""): Uint8Array<ArrayBuffer> {
  const parts: number[] = [...bytesOf("%PDF-1.4\n%\xd3\xeb\xe9\xe1\n")];
  const offsets = new Map<number, number>();
  for (const { number, dictionary, data } of objects) {
    offsets.set(number, parts.length);
    parts.push(...bytesOf(`${number} 0 obj\n<<${dictionary}`));
    if (data === undefined) parts.push(...bytesOf(">>\nendobj\n"));
    else
      parts.push(
        ...bytesOf(`\n/Length ${data.length}>> stream\n`),
        ...data,
        ...bytesOf("\nendstream\nendobj\n"),
      );
  }
  const start = parts.length;
  const size = Math.max(...offsets.keys()) + 1;
  parts.push(...bytesOf(`xref\n0 ${size}\n`));
  for (let number = 0; number < size; number++) {
    const offset = offsets.get(number);
    const entry =
      offset === undefined
        ? "0000000000 65535 f \n"
        : `${String(offset).padStart(10, "0")} 00000 n \n`;
    parts.push(...bytesOf(entry));
  }
  parts.push(
    ...bytesOf(`trailer\n<</Size ${size}\n/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`),
  );
  return Uint8Array.from(parts);
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
