// CSS absolute lengths.

/** CSS pixels a unit; CSS Values and Units, "Absolute Lengths". */
const PX_PER_UNIT: Record<string, number> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  pt: 96 / 72,
};

const LENGTH = /^(\d+(?:\.\d+)?|\.\d+)(px|in|cm|mm|pt)?$/i;

/** "10mm", "1in", ".5cm", "96px", "96" (pixels) → CSS pixels; undefined for anything else, negative lengths too. */
export function parseCssLength(length: string): number | undefined {
  const match = LENGTH.exec(length.trim());
  const pxPerUnit = PX_PER_UNIT[match?.[2]?.toLowerCase() ?? "px"];
  if (match === null || pxPerUnit === undefined) return undefined;
  return Number(match[1]) * pxPerUnit;
}
