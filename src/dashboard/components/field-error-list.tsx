// The errors of a form, each with a link to its field.
import type { FieldErrors } from "../forms/form.tsx";
import { withCode } from "./with-code.tsx";

export function FieldErrorList({ errors }: { errors: FieldErrors }) {
  return (
    <ul>
      {Object.entries(errors).map(([name, error]) => (
        <li>
          {name !== "form" && (
            <>
              <a href={`#${name}`}>{name}</a>:{" "}
            </>
          )}
          {withCode(error ?? "")}
        </li>
      ))}
    </ul>
  );
}
