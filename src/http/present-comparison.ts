// Converts comparisons to the JSON of responses.
import type { CompareAnswer } from "../contract/compare.ts";
import type { Comparison } from "../domain/comparisons/comparison.ts";
import { type AddressBase, imageUrl } from "../domain/screenshots/records/describe.ts";

export function presentComparison(
  { result, diffKey }: Pick<Comparison, "result" | "diffKey">,
  base: AddressBase,
): CompareAnswer {
  const diffUrl = diffKey === null ? null : imageUrl(diffKey, base);
  return { success: true, data: { ...result, diffUrl } };
}
