// The form fields of a login. Password managers recognize their names and autocomplete values.
import { PASSWORD_HINT } from "../forms/fields.ts";
import { type FieldErrors, TextField, type EnteredValues } from "../forms/form.tsx";

type Props = { entered?: EnteredValues; errors: FieldErrors };

export function NameField({
  entered = {},
  errors,
  ...input
}: Props & { hint?: string; autofocus?: boolean }) {
  return (
    <TextField
      name="name"
      label="Name"
      value={entered["name"]}
      error={errors["name"]}
      autocomplete="name"
      maxlength={100}
      required
      {...input}
    />
  );
}

/** `autocomplete`: "off" for the email address of another person. */
export function EmailField({
  entered = {},
  errors,
  ...input
}: Props & { autocomplete?: "off"; readonly?: boolean; autofocus?: boolean }) {
  return (
    <TextField
      name="email"
      label="Email"
      type="email"
      value={entered["email"]}
      error={errors["email"]}
      autocomplete="username"
      maxlength={254}
      required
      {...input}
    />
  );
}

type PasswordProps = { errors: FieldErrors; name?: string; label?: string };

export function PasswordField({ errors, name = "password", label = "Password" }: PasswordProps) {
  return (
    <TextField
      name={name}
      label={label}
      type="password"
      error={errors[name]}
      autocomplete="current-password"
      required
    />
  );
}

export function NewPasswordField({ errors, name = "password", label = "Password" }: PasswordProps) {
  return (
    <TextField
      name={name}
      label={label}
      type="password"
      hint={PASSWORD_HINT}
      error={errors[name]}
      autocomplete="new-password"
      required
    />
  );
}
