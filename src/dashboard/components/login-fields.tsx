// The fields by which people say who they are, as browsers and password managers know them.
import { PASSWORD_HINT } from "../forms/fields.ts";
import { type Faults, TextField, type Values } from "../forms/form.tsx";

type Props = { typed?: Values; faults: Faults };

export function NameField({
  typed = {},
  faults,
  ...input
}: Props & { hint?: string; autofocus?: boolean }) {
  return (
    <TextField
      name="name"
      label="Name"
      value={typed["name"]}
      fault={faults["name"]}
      autocomplete="name"
      maxlength={100}
      required
      {...input}
    />
  );
}

/** `autocomplete`: "off" where it is somebody else's. */
export function EmailField({
  typed = {},
  faults,
  ...input
}: Props & { autocomplete?: "off"; readonly?: boolean; autofocus?: boolean }) {
  return (
    <TextField
      name="email"
      label="Email"
      type="email"
      value={typed["email"]}
      fault={faults["email"]}
      autocomplete="username"
      maxlength={254}
      required
      {...input}
    />
  );
}

type PasswordProps = { faults: Faults; name?: string; label?: string };

export function PasswordField({ faults, name = "password", label = "Password" }: PasswordProps) {
  return (
    <TextField
      name={name}
      label={label}
      type="password"
      fault={faults[name]}
      autocomplete="current-password"
      required
    />
  );
}

export function NewPasswordField({ faults, name = "password", label = "Password" }: PasswordProps) {
  return (
    <TextField
      name={name}
      label={label}
      type="password"
      hint={PASSWORD_HINT}
      fault={faults[name]}
      autocomplete="new-password"
      required
    />
  );
}
