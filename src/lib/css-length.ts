/** CSS pixels per unit (CSS Values and Units, "Absolute Lengths"). */
const PX_PER_UNIT: Record<string, number> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  pt: 96 / 72,
};

const LENGTH = /^(\d+(?:\.\d+)?|\.\d+)(px|in|cm|mm|pt)?$/i;

/** Parses "10mm", "1in", ".5cm", "96px" or "96" to CSS pixels. Returns undefined for other text and negative lengths. */
export function parseCssLength(length: string): number | undefined {
  const match = LENGTH.exec(length.trim());
  const pxPerUnit = PX_PER_UNIT[match?.[2]?.toLowerCase() ?? "px"];
  if (match === null || pxPerUnit === undefined) return undefined;
  return Number(match[1]) * pxPerUnit;
}
