// Runs in the captured page: recognizes elements that are where the layout has placed them.

/**
 * Returns whether a value of `transform`, `translate`, `scale`, `rotate` or `clip-path` leaves an element at its place and
 * in its shape: `none`, functions with the arguments 0, or 1 for scales, and perspectives, which do not change flat elements.
 */
export function isInPlace(value: string): boolean {
  if (value === "none" || value === "matrix(1, 0, 0, 1, 0, 0)") return true;
  const zero = /0(?:\.0+)?(?:px|%|deg|rad|turn|em|rem|vw|vh)?/.source;
  const moves = `(?:translate|rotate|skew)\\w*\\((?:${zero}[, ]*)+\\)`;
  const scales = /scale\w*\((?:1[, ]*)+\)/.source;
  const matrix3d = /matrix3d\(1, 0, 0, 0, 0, 1, 0, 0, (?:[^,()]+, ){4}0, 0, 0, 1\)/.source;
  const perspectives = `perspective\\([^()]*\\)|${matrix3d}`;
  const clips = `inset\\((?:${zero} ?)+(?:round [^()]*)?\\)`;
  return new RegExp(
    `^(?:1|(?:(?:${zero}|${moves}|${scales}|${clips}|${perspectives})\\s*)+)$`,
  ).test(value);
}
