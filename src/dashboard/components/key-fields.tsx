// The form fields of an API key.
import { type EnteredValues, type FieldErrors, TextField } from "../forms/form.tsx";

export function KeyFields({ entered, errors }: { entered: EnteredValues; errors: FieldErrors }) {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        value={entered["name"]}
        error={errors["name"]}
        hint="Describes where the key is used, such as “production” or “Ada’s laptop”."
        maxlength={100}
        autocomplete="off"
        required
      />
      <TextField
        name="expires"
        label="Expiry date"
        type="date"
        value={entered["expires"]}
        error={errors["expires"]}
        hint="Requests with the key fail from the start of this day (UTC). Leave empty for a key that does not expire."
      />
    </>
  );
}
