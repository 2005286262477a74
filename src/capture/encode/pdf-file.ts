// Reads and writes the file structure of a PDF from Chromium: numbered objects and one cross-reference table. Objects that
// are not replaced stay equal byte for byte, so tags, outline, links and fonts do not change.

export type PdfFile = {
  bytes: Uint8Array;
  /** The offset of the cross-reference table, which follows the body. */
  bodyEnd: number;
  /** Maps each object number to its byte range, from "7 0 obj" to the next object. */
  objects: Map<number, { start: number; end: number }>;
  /** The dictionary of the file trailer, with brackets. */
  trailer: string;
};

/** Limits the search for a dictionary's end: the stream data that follows may have megabytes. */
const MAX_DICTIONARY_BYTES = 4_096;

/** The length of a line of the cross-reference table, "0000000015 00000 n", with two end-of-line characters. */
const ENTRY_BYTES = 20;

/**
 * Reads a PDF with one cross-reference table (ISO 32000-1, 7.5.4), the only kind that Skia writes. Returns undefined for
 * incremental updates, cross-reference streams and damaged files.
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

/** Returns the dictionary of an object without the outer brackets, or undefined when it is missing or over 4,096 bytes. */
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

/** Returns the encoded data of a stream object, or undefined when its length is wrong. */
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

/** Returns the number of pages from the root of the page tree, or undefined when the file cannot be read. */
export function countPages(bytes: Uint8Array): number | undefined {
  const pdf = readPdf(bytes);
  if (pdf === undefined) return undefined;
  const catalog = readDictionary(pdf, Number(/\/Root (\d+) 0 R/.exec(pdf.trailer)?.[1])) ?? "";
  const pages = readDictionary(pdf, Number(/\/Pages (\d+) 0 R/.exec(catalog)?.[1])) ?? "";
  return readInteger(pages, "Count");
}

/** Returns the integer of a key, or undefined when the key is absent or references another object. */
export function readInteger(dictionary: string, key: string): number | undefined {
  const value = new RegExp(`/${key} (\\d+)(?! \\d+ R)(?![\\d.])`).exec(dictionary)?.[1];
  return value === undefined ? undefined : Number(value);
}

/** Returns the document with the streams of some objects replaced. Pass dictionaries without brackets and /Length. */
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
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Converts each byte to one character, so that positions in the text equal positions in the file. */
function asText(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  // Convert in chunks: the arguments of a call must fit on the stack.
  for (let at = Math.max(0, start); at < end; at += 4_096) {
    text += String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 4_096)));
  }
  return text;
}

function asBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
