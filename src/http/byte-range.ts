// Parses the Range header (RFC 9110, section 14).

type ByteRange = { offset: number; length: number };

/** Returns undefined for the whole file (no header or an unsupported one), and "none" if the file has no such bytes. */
export function parseRange(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | "none" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? "none" : { offset: sizeBytes - length, length };
  }
  const offset = Number(first);
  const end = last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== "" && Number(last) < offset) return undefined;
  return offset >= sizeBytes ? "none" : { offset, length: end - offset + 1 };
}
