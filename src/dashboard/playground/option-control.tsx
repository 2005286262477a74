// One capture option as a control of the form.
import {
  Checkbox,
  type Faults,
  SelectField,
  TextArea,
  TextField,
  type Values,
} from "../forms/form.tsx";
import type { Control } from "./controls.ts";

type Props = { control: Control; typed: Values; faults: Faults };

/** How a text in JSON or in several parts begins, for whoever has not met it before. */
const EXAMPLES: Record<string, string> = {
  headers: '{"Accept-Language": "de"}',
  cookies: '[{"name": "session", "value": "…"}]',
  local_storage: '{"theme": "dark"}',
  hide_selectors: ".newsletter\n#feedback",
  pdf_paper: "a4",
  pdf_margin: "15mm",
  pdf_pages: "1-3,5",
  locale: "de-DE",
  time_zone: "Europe/Berlin",
  selector: "main article",
  wait_for_selector: "#loaded",
};

export function OptionControl({ control, typed, faults }: Props) {
  const { name, kind, initial } = control;
  const value = typed[name] ?? "";
  const fault = faults[name];
  const hint = hintFor(control);
  const label = labelFor(name);
  const field = { name, label, hint, fault, value };
  const placeholder = EXAMPLES[name] ?? "";

  switch (kind) {
    case "switch":
      return (
        <Checkbox name={name} label={label} hint={hint} value="true" checked={value === "true"} />
      );
    case "choice": {
      const blank = initial === undefined ? "Not set" : `${initial} (default)`;
      const choices = control.choices.filter((choice) => choice !== initial);
      return (
        <SelectField
          {...field}
          choices={[["", blank], ...choices.map((one) => [one, one] as const)]}
        />
      );
    }
    case "several":
      return <Several control={control} chosen={value.split(",")} fault={fault} />;
    case "number":
      return (
        <TextField
          {...field}
          type="number"
          min={control.min}
          max={control.max}
          step={control.whole ? 1 : "any"}
          placeholder={initial ?? ""}
        />
      );
    case "line":
      return (
        <TextField
          {...field}
          placeholder={placeholder}
          autocomplete="off"
          {...(control.maxLength === undefined ? {} : { maxlength: control.maxLength })}
        />
      );
    case "text":
      return (
        <TextArea
          {...field}
          rows={4}
          {...(control.maxLength === undefined ? {} : { maxlength: control.maxLength })}
        />
      );
    case "lines":
    case "json":
      return <TextArea {...field} rows={3} placeholder={placeholder} />;
    default:
      return (
        <fieldset class="parts" aria-describedby={`${name}-help`}>
          <legend>{label}</legend>
          <div class="row">
            {control.parts.map((part) => (
              <OptionControl control={part} typed={typed} faults={faults} />
            ))}
          </div>
          {fault !== undefined && <p class="fault">{fault}</p>}
          <p class="hint" id={`${name}-help`}>
            {hint}
          </p>
        </fieldset>
      );
  }
}

type SeveralProps = {
  control: Control & { kind: "several" };
  chosen: string[];
  fault: string | undefined;
};

function Several({ control, chosen, fault }: SeveralProps) {
  return (
    <fieldset class="parts">
      <legend>{labelFor(control.name)}</legend>
      {control.choices.map((choice) => (
        <Checkbox
          name={control.name}
          label={choice}
          value={choice}
          checked={chosen.includes(choice)}
        />
      ))}
      {fault !== undefined && <p class="fault">{fault}</p>}
      <p class="hint">{hintFor(control)}</p>
    </fieldset>
  );
}

function hintFor({ help, initial, kind }: Control): string | undefined {
  const shown = kind === "choice" || kind === "switch" || initial === undefined;
  const json = kind === "json" ? " In JSON." : "";
  const lines = kind === "lines" ? " One selector a line." : "";
  const text = `${help}${json}${lines}${shown ? "" : ` Default: ${initial}.`}`;
  return text === "" ? undefined : text;
}

/** The name as it stands in a request: what is learnt here is used there. */
function labelFor(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
