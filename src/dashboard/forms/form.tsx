// Form fields: each shows a label, the entered value, an error and a hint.
import type { Child } from "hono/jsx";
import { withCode } from "../components/with-code.tsx";

/** Maps each field name to the entered text. Never contains passwords. */
export type EnteredValues = Readonly<Record<string, string | undefined>>;

/** Maps each field name to an error message. The name "form" holds errors that concern no single field. */
export type FieldErrors = Readonly<Record<string, string | undefined>>;

type FieldProps = {
  name: string;
  label: string;
  hint?: Child | undefined;
  error?: string | undefined;
  wide?: boolean | undefined;
};

type InputProps = FieldProps & {
  type?: "text" | "email" | "password" | "url" | "number" | "search" | "date";
  value?: string | undefined;
  required?: boolean;
  autocomplete?: string;
  placeholder?: string;
  maxlength?: number;
  minlength?: number;
  min?: number;
  max?: number;
  readonly?: boolean;
  autofocus?: boolean;
  inputmode?: "numeric" | "decimal";
};

export function TextField({ name, label, hint, error, wide, type = "text", ...input }: InputProps) {
  return (
    <Field {...{ name, label, hint, error, wide }}>
      <input id={name} name={name} type={type} {...input} {...describedBy(name, hint, error)} />
    </Field>
  );
}

type NumberProps = FieldProps &
  Pick<InputProps, "value" | "placeholder"> & { isInteger: boolean; min: number };

/**
 * A text field for a number. With type="number", browsers send an empty value for text that is not a number, and the
 * default of the field would apply without an error.
 */
export function NumberField({ isInteger, min, ...field }: NumberProps) {
  // The number keypads of some phones have no minus sign.
  const inputmode = min < 0 ? undefined : isInteger ? "numeric" : "decimal";
  return (
    <TextField {...field} {...(inputmode === undefined ? {} : { inputmode })} autocomplete="off" />
  );
}

type SelectProps = FieldProps & {
  value: string;
  choices: readonly (readonly [value: string, label: string])[];
};

export function SelectField({ name, label, hint, error, wide, value, choices }: SelectProps) {
  return (
    <Field {...{ name, label, hint, error, wide }}>
      <select id={name} name={name} {...describedBy(name, hint, error)}>
        {choices.map(([choice, text]) => (
          <option value={choice} selected={choice === value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

type TextAreaProps = FieldProps & {
  value?: string | undefined;
  rows?: number;
  placeholder?: string;
  maxlength?: number;
};

export function TextArea({ name, label, hint, error, wide, value = "", ...area }: TextAreaProps) {
  return (
    <Field {...{ name, label, hint, error, wide }}>
      <textarea
        id={name}
        name={name}
        spellcheck={false}
        {...area}
        {...describedBy(name, hint, error)}
      >
        {/* Browsers drop the first line break. */}
        {`\n${value}`}
      </textarea>
    </Field>
  );
}

type CheckboxProps = {
  name: string;
  label: string;
  hint?: Child | undefined;
  value?: string;
  checked?: boolean;
};

export function Checkbox({ name, label, hint, value = "on", checked = false }: CheckboxProps) {
  const id = value === "on" ? name : `${name}-${value}`;
  return (
    <div class="check">
      <input id={id} name={name} type="checkbox" value={value} checked={checked} />
      <div>
        <label for={id}>{label}</label>
        {hint !== undefined && <p class="hint">{hint}</p>}
      </div>
    </div>
  );
}

function Field({ name, label, hint, error, wide, children }: FieldProps & { children?: Child }) {
  return (
    <div class={wide ? "field wide" : "field"}>
      <label for={name}>{label}</label>
      {children}
      {error !== undefined && (
        <p class="fault" id={`${name}-fault`}>
          {withCode(error)}
        </p>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

function describedBy(name: string, hint: Child, error: string | undefined) {
  const ids = [error !== undefined && `${name}-fault`, hint !== undefined && `${name}-hint`];
  const described = ids.filter(Boolean).join(" ");
  return {
    ...(described === "" ? {} : { "aria-describedby": described }),
    ...(error === undefined ? {} : { "aria-invalid": true }),
  };
}
