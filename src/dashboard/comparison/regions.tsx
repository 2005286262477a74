// The changed regions of a comparison as a table, with a button that shows each region.
import type { Comparison } from "./find-comparison.ts";
import { VIEWER_ID } from "./viewer.tsx";
import { isShownInParts, viewBox, viewportOf } from "./viewport.ts";

export function Regions({ comparison }: { comparison: Comparison }) {
  return (
    <div class="scroll" tabindex={0} role="region" aria-label="Changed regions">
      <table>
        <thead>
          <tr>
            <th>Change</th>
            <th class="end">Left</th>
            <th class="end">Top</th>
            <th class="end">Size</th>
            <th class="end">Changed pixels</th>
          </tr>
        </thead>
        <tbody class="numeric">
          {comparison.regions.map((region, i) => (
            <tr>
              <td>
                <button
                  class="quiet compact nowrap"
                  form={VIEWER_ID}
                  name="region"
                  value={String(i + 1)}
                  {...(isShownInParts(comparison)
                    ? {}
                    : { "data-view": viewBox(viewportOf(region, comparison)) })}
                >
                  Zoom to {i + 1}
                </button>
              </td>
              <td class="end">{region.x.toLocaleString("en")}</td>
              <td class="end">{region.y.toLocaleString("en")}</td>
              <td class="end nowrap">{`${region.width} × ${region.height}`}</td>
              <td class="end">{region.pixels.toLocaleString("en")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
