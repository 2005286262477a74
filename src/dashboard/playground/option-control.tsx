// The form control of one capture option.
import type { Child } from "hono/jsx";
import {
  Checkbox,
  type FieldErrors,
  NumberField,
  SelectField,
  TextArea,
  TextField,
  type EnteredValues,
} from "../forms/form.tsx";
import { withCode } from "../components/with-code.tsx";
import type { Control } from "./controls.ts";

type Props = { control: Control; entered: EnteredValues; errors: FieldErrors };

/** Placeholders of options whose format is not obvious. */
const EXAMPLES: Record<string, string> = {
  headers: '{"Accept-Language": "de"}',
  cookies: '[{"name": "session", "value": "…"}]',
  local_storage: '{"theme": "dark"}',
  hide_selectors: ".newsletter\n#feedback",
  block_requests: "example.com\n/ads/*",
  click: "#accept\n.tab:nth-child(2)",
  pdf_paper: "a4",
  pdf_margin: "15mm",
  pdf_pages: "1-3,5",
  locale: "de-DE",
  time_zone: "Europe/Berlin",
  selector: "main article",
  wait_for_selector: "#loaded",
};

export function OptionControl({ control, entered, errors }: Props) {
  const { name, kind, initial } = control;
  const value = entered[name] ?? "";
  const error = errors[name];
  const hint = hintFor(control);
  const label = labelFor(name);
  const field = { name, label, hint, error, value };
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
          choices={[["", blank], ...choices.map((choice) => [choice, choice] as const)]}
        />
      );
    }
    case "multiple":
      return <MultipleChoice control={control} chosen={value.split(",")} error={error} />;
    case "number":
      return (
        <NumberField
          {...field}
          isInteger={control.isInteger}
          min={control.min}
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
        <fieldset class="parts" aria-describedby={`${name}-help`} {...focusable(name, error)}>
          <legend>{label}</legend>
          <div class="row">
            {control.parts.map((part) => (
              <OptionControl control={part} entered={entered} errors={errors} />
            ))}
          </div>
          {error !== undefined && <p class="fault">{error}</p>}
          <p class="hint" id={`${name}-help`}>
            {hint}
          </p>
        </fieldset>
      );
  }
}

type MultipleChoiceProps = {
  control: Control & { kind: "multiple" };
  chosen: string[];
  error: string | undefined;
};

function MultipleChoice({ control, chosen, error }: MultipleChoiceProps) {
  return (
    <fieldset class="parts" {...focusable(control.name, error)}>
      <legend>{labelFor(control.name)}</legend>
      {control.choices.map((choice) => (
        <Checkbox
          name={control.name}
          label={choice}
          value={choice}
          checked={chosen.includes(choice)}
        />
      ))}
      {error !== undefined && <p class="fault">{error}</p>}
      <p class="hint">{hintFor(control)}</p>
    </fieldset>
  );
}

/** A group with an error receives the focus, because its error belongs to no single field. */
function focusable(name: string, error: string | undefined) {
  return { id: name, ...(error === undefined ? {} : { tabindex: -1, "data-invalid": "" }) };
}

function hintFor(control: Control): Child | undefined {
  const { help, initial, kind } = control;
  const shown = kind === "choice" || kind === "switch" || initial === undefined;
  const json = kind === "json" ? " Enter JSON." : "";
  const lines = kind === "lines" ? " One per line." : "";
  // The fields of an option with parts are too narrow for a range.
  const range =
    control.kind === "number" && help !== "" ? ` ${control.min} to ${control.max}.` : "";
  const text = `${help}${range}${json}${lines}${shown ? "" : ` Default: ${initial}.`}`;
  return text === "" ? undefined : withCode(text);
}

/** Labels are the option names of the API, so that users can reuse them in requests. */
function labelFor(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
