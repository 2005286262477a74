// Rectangles that a comparison ignores, as number fields and on a preview of the page. The script of the page draws and
// moves the rectangles on the preview.
import type { EnteredValues, FieldErrors } from "../forms/form.tsx";
import { NumberField } from "../forms/form.tsx";
import { type Preview } from "./form.tsx";
import { rectanglesIn, SIDES } from "./form-values.ts";

const labels = { x: "Left", y: "Top", width: "Width", height: "Height" };

type Props = {
  entered: EnteredValues;
  errors: FieldErrors;
  preview: Preview | undefined;
  /** Empty rows. */
  empty: number;
};

export function IgnoredRectangles({ entered, errors, preview, empty }: Props) {
  const rectangles = rectanglesIn(entered);
  const rows = rectangles.length + empty;
  return (
    <fieldset class="parts ignored-parts" data-rectangles>
      <legend>Ignored rectangles</legend>
      <p class="hint" id="rectangles-help">
        Changes inside these rectangles do not count. The unit is one pixel of the screenshot. Clear
        all four fields to remove a rectangle.
      </p>
      {errors["ignore"] !== undefined && <p class="fault">{errors["ignore"]}</p>}
      <ol class="rectangles">
        {Array.from({ length: rows }, (_, i) => (
          <Row number={i} entered={entered} errors={errors} />
        ))}
      </ol>
      <button class="quiet compact" name="do" value="add" data-add>
        Add a rectangle
      </button>
      {preview === undefined ? (
        <p class="hint">Capture a preview to draw rectangles on the page.</p>
      ) : (
        <Surface preview={preview} rectangles={rectangles} />
      )}
    </fieldset>
  );
}

type RowProps = { number: number; entered: EnteredValues; errors: FieldErrors };

function Row({ number, entered, errors }: RowProps) {
  return (
    <li data-rectangle>
      <fieldset>
        <legend class="small">
          Rectangle <span data-number>{number + 1}</span>
        </legend>
        <div class="row">
          {SIDES.map((side) => {
            const name = `ignore.${number}.${side}`;
            return (
              <NumberField
                name={name}
                label={labels[side]}
                isInteger
                min={0}
                value={entered[name]}
                error={errors[name]}
              />
            );
          })}
          <button type="button" class="quiet compact" data-remove hidden>
            Remove
          </button>
        </div>
      </fieldset>
    </li>
  );
}

type SurfaceProps = { preview: Preview; rectangles: ReturnType<typeof rectanglesIn> };

function Surface({ preview, rectangles }: SurfaceProps) {
  const { width = 1, height = 1 } = preview.metadata.dimensions ?? {};
  return (
    <>
      <input type="hidden" name="preview" value={preview._id} />
      <p class="hint" id="surface-help" hidden data-surface-help>
        Drag on the preview to draw a rectangle. Drag a rectangle to move it, and its lower right
        corner to resize it. With the keyboard: select a rectangle with Tab, move it with the arrow
        keys, resize it with Shift and the arrow keys, and remove it with Delete.
      </p>
      <div class="canvas" tabindex={0} role="region" aria-label="Preview">
        <svg
          class="surface"
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label="Preview with ignored rectangles"
          data-surface
        >
          <image href={preview.imageUrl ?? ""} width={width} height={height} />
          {rectangles.map(({ x, y, width, height }) => (
            <rect x={x} y={y} width={width} height={height} />
          ))}
        </svg>
      </div>
    </>
  );
}
