// The plain outer shape of a PDF, as Chromium writes it: numbered objects and one table of where they begin.
// Everything that is not replaced is kept byte for byte, so tags, outline, links and fonts survive by nature.

export type PdfFile = {
  bytes: Uint8Array;
  /** Where the body ends and the cross-reference table begins. */
  bodyEnd: number;
  /** Object number → byte range, from "7 0 obj" to the next object. */
  objects: Map<number, { start: number; end: number }>;
  /** The file trailer's dictionary, with its brackets. */
  trailer: string;
};

/** Longer than any dictionary that is read here; a stream's data follows its dictionary and may be megabytes. */
const MAX_DICTIONARY_BYTES = 4_096;

/** One line of the cross-reference table: "0000000015 00000 n", and two characters that end the line. */
const ENTRY_BYTES = 20;

/**
 * Reads a PDF with one cross-reference table (ISO 32000-1, 7.5.4), the only kind that Skia writes. Undefined for
 * every other: incremental updates, cross-reference streams, damage.
 */
export function readPdf(bytes: Uint8Array): PdfFile | undefined {
  const tail = asText(bytes, bytes.length - 1_024, bytes.length);
  const bodyEnd = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1]);
  if (!(bodyEnd > 0 && bodyEnd < bytes.length)) return undefined;

  const head = /^xref\s+0 (\d+)\s+/.exec(asText(bytes, bodyEnd, bodyEnd + 64));
  const size = Number(head?.[1]);
  const tableStart = bodyEnd + (head?.[0].length ?? 0);
  const tableEnd = tableStart + size * ENTRY_BYTES;
  if (!(tableEnd < bytes.length)) return undefined;
  const trailer = /^trailer\s+(<<.*>>)\s+startxref/s.exec(
    asText(bytes, tableEnd, bytes.length),
  )?.[1];
  if (trailer === undefined || trailer.includes("/Prev")) return undefined;

  const starts: { number: number; start: number }[] = [];
  for (let number = 0; number < size; number++) {
    const at = tableStart + number * ENTRY_BYTES;
    const entry = /^(\d{10}) \d{5} ([nf])/.exec(asText(bytes, at, at + ENTRY_BYTES));
    if (entry === null) return undefined;
    if (entry[2] === "n") starts.push({ number, start: Number(entry[1]) });
  }
  starts.sort((a, b) => a.start - b.start);
  const objects: PdfFile["objects"] = new Map();
  for (const [index, { number, start }] of starts.entries()) {
    const end = starts[index + 1]?.start ?? bodyEnd;
    if (!asText(bytes, start, start + 20).startsWith(`${number} 0 obj`)) return undefined;
    objects.set(number, { start, end });
  }
  return { bytes, bodyEnd, objects, trailer };
}

/** The dictionary at the head of an object, without the outer brackets; undefined where it is none, or too long. */
export function readDictionary({ bytes, objects }: PdfFile, number: number): string | undefined {
  const object = objects.get(number);
  if (object === undefined) return undefined;
  const head = asText(
    bytes,
    object.start,
    Math.min(object.end, object.start + MAX_DICTIONARY_BYTES),
  );
  return /^\d+ 0 obj\s*<<(.*?)>>\s*(?:stream\r?\n|endobj)/s.exec(head)?.[1];
}

/** The data of a stream object as it stands in the file; undefined where its length does not hold. */
export function readStream(pdf: PdfFile, number: number): Uint8Array | undefined {
  const object = pdf.objects.get(number);
  const length = readInteger(readDictionary(pdf, number) ?? "", "Length");
  if (object === undefined || length === undefined) return undefined;
  const head = asText(
    pdf.bytes,
    object.start,
    Math.min(object.end, object.start + MAX_DICTIONARY_BYTES),
  );
  const keyword = />>\s*stream\r?\n/.exec(head);
  if (keyword === null) return undefined;
  const start = object.start + keyword.index + keyword[0].length;
  const closing = asText(pdf.bytes, start + length, Math.min(object.end, start + length + 12));
  return /^\s*endstream/.test(closing) ? pdf.bytes.subarray(start, start + length) : undefined;
}

/** How many pages the document has, from the root of its page tree. */
export function countPages(bytes: Uint8Array): number | undefined {
  const pdf = readPdf(bytes);
  if (pdf === undefined) return undefined;
  const catalog = readDictionary(pdf, Number(/\/Root (\d+) 0 R/.exec(pdf.trailer)?.[1])) ?? "";
  const pages = readDictionary(pdf, Number(/\/Pages (\d+) 0 R/.exec(catalog)?.[1])) ?? "";
  return readInteger(pages, "Count");
}

/** The number after a key; undefined where it is absent, or a reference to another object. */
export function readInteger(dictionary: string, key: string): number | undefined {
  const value = new RegExp(`/${key} (\\d+)(?! \\d+ R)(?![\\d.])`).exec(dictionary)?.[1];
  return value === undefined ? undefined : Number(value);
}

/** The same document with some objects' streams replaced. Dictionaries come without brackets and /Length. */
export function replaceStreams(
  pdf: PdfFile,
  replacements: Map<number, { dictionary: string; data: Uint8Array }>,
): Uint8Array<ArrayBuffer> {
  const inFileOrder = [...pdf.objects].sort(([, a], [, b]) => a.start - b.start);
  const parts: Uint8Array[] = [pdf.bytes.subarray(0, inFileOrder[0]?.[1].start ?? pdf.bodyEnd)];
  let offset = parts[0]?.length ?? 0;
  const append = (part: Uint8Array) => {
    parts.push(part);
    offset += part.length;
  };

  const offsets = new Map<number, number>();
  for (const [number, { start, end }] of inFileOrder) {
    offsets.set(number, offset);
    const replacement = replacements.get(number);
    if (replacement === undefined) {
      append(pdf.bytes.subarray(start, end));
      continue;
    }
    const { dictionary, data } = replacement;
    append(asBytes(`${number} 0 obj\n<<${dictionary}\n/Length ${data.length}>> stream\n`));
    append(data);
    append(asBytes("\nendstream\nendobj\n"));
  }
  append(
    asBytes(`${crossReferences(offsets)}trailer\n${pdf.trailer}\nstartxref\n${offset}\n%%EOF\n`),
  );
  return concatenate(parts, offset);
}

function crossReferences(offsets: Map<number, number>): string {
  const size = Math.max(0, ...offsets.keys()) + 1;
  let table = `xref\n0 ${size}\n`;
  for (let number = 0; number < size; number++) {
    const offset = offsets.get(number);
    table +=
      offset === undefined
        ? "0000000000 65535 f \n"
        : `${String(offset).padStart(10, "0")} 00000 n \n`;
  }
  return table;
}

function concatenate(parts: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** One character a byte, so that positions in the text are positions in the file. */
function asText(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  // In pieces: arguments of a call live on the stack.
  for (let at = Math.max(0, start); at < end; at += 4_096) {
    text += String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 4_096)));
  }
  return text;
}

function asBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
