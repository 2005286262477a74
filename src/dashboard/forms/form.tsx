// Forms: a label, a field with what was typed, and beside it what is wrong with it.
import type { Child } from "hono/jsx";

/** What was typed, by the names of the fields. Passwords are never given back. */
export type Values = Readonly<Record<string, string | undefined>>;

/** What is wrong, by the names of the fields; under "form" what is wrong with no field in particular. */
export type Faults = Readonly<Record<string, string | undefined>>;

type FieldProps = {
  name: string;
  label: string;
  hint?: Child | undefined;
  /** What is wrong with the field. */
  fault?: string | undefined;
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
  step?: number | "any";
  readonly?: boolean;
  autofocus?: boolean;
  inputmode?: "numeric";
};

export function TextField({ name, label, hint, fault, wide, type = "text", ...input }: InputProps) {
  return (
    <Field {...{ name, label, hint, fault, wide }}>
      <input id={name} name={name} type={type} {...input} {...describedBy(name, hint, fault)} />
    </Field>
  );
}

type SelectProps = FieldProps & {
  value: string;
  choices: readonly (readonly [value: string, label: string])[];
};

export function SelectField({ name, label, hint, fault, wide, value, choices }: SelectProps) {
  return (
    <Field {...{ name, label, hint, fault, wide }}>
      <select id={name} name={name} {...describedBy(name, hint, fault)}>
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

export function TextArea({ name, label, hint, fault, wide, value = "", ...area }: TextAreaProps) {
  return (
    <Field {...{ name, label, hint, fault, wide }}>
      <textarea
        id={name}
        name={name}
        spellcheck={false}
        {...area}
        {...describedBy(name, hint, fault)}
      >
        {/* A browser drops the first line break. */}
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

function Field({ name, label, hint, fault, wide, children }: FieldProps & { children?: Child }) {
  return (
    <div class={wide ? "field wide" : "field"}>
      <label for={name}>{label}</label>
      {children}
      {fault !== undefined && (
        <p class="fault" id={`${name}-fault`}>
          {fault}
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

function describedBy(name: string, hint: Child, fault: string | undefined) {
  const ids = [fault !== undefined && `${name}-fault`, hint !== undefined && `${name}-hint`];
  const described = ids.filter(Boolean).join(" ");
  return {
    ...(described === "" ? {} : { "aria-describedby": described }),
    ...(fault === undefined ? {} : { "aria-invalid": true }),
  };
}
