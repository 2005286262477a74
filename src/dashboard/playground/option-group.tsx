// A group of capture options that can be opened and closed.
import type { EnteredValues, FieldErrors } from "../forms/form.tsx";
import { fieldNames } from "./capture-form.ts";
import { controlFor } from "./controls.ts";
import type { groups } from "./groups.ts";
import { OptionControl } from "./option-control.tsx";

/** The most used groups are open by default. */
const OPEN = new Set(["File", "Page area"]);

type GroupProps = (typeof groups)[number] & { entered: EnteredValues; errors: FieldErrors };

export function OptionGroup({ title, options, entered, errors }: GroupProps) {
  const controls = options.map(controlFor);
  const names = controls.flatMap((control) => [control.name, ...fieldNames(control)]);
  const set = controls.filter((control) => fieldNames(control).some((name) => entered[name]));
  const hasError = names.some((name) => errors[name] !== undefined);
  return (
    <details class="group" open={OPEN.has(title) || set.length > 0 || hasError}>
      <summary>
        <h3>{title}</h3>
        {set.length > 0 && <span class="badge">{set.length} set</span>}
      </summary>
      <div class="controls">
        {controls.map((control) => (
          <OptionControl control={control} entered={entered} errors={errors} />
        ))}
      </div>
    </details>
  );
}
