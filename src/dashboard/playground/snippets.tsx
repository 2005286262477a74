// The request of the form as code in several languages.
import type { SignedLink } from "../../domain/api-keys/sign-link.ts";
import { Copyable } from "../components/copyable.tsx";
import { FieldErrorList } from "../components/field-error-list.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import type { FieldErrors } from "../forms/form.tsx";
import { hrefs } from "../hrefs.ts";
import type { CaptureBody } from "./capture-body.ts";
import { curlSnippet } from "./snippets/curl.ts";
import { javascriptSnippet } from "./snippets/javascript.ts";
import { linkSnippet } from "./snippets/link.ts";
import { pythonSnippet } from "./snippets/python.ts";

type Props = {
  origin: string;
  body: CaptureBody;
  signed?: SignedLink | undefined;
  title?: string;
  /** The script of the page replaces the code while the user changes the form. */
  isLive?: boolean;
};

export function Snippets({ origin, body, signed, title = "Code", isLive = false }: Props) {
  const snippets = [
    ["curl", "curl", curlSnippet(origin, body)],
    ["javascript", "JavaScript", javascriptSnippet(origin, body)],
    ["python", "Python", pythonSnippet(origin, body)],
    ["link", "GET link", linkSnippet(origin, body)],
    ["signed", "Signed link", signed?.href],
  ] as const;
  return (
    <section class="panel" id="code" aria-labelledby="code-title">
      <h2 id="code-title">{title}</h2>
      {isLive && (
        <p class="fault" role="status" data-outdated hidden>
          The code could not be updated and shows an earlier state of the form. Reload the page.
        </p>
      )}
      <p>
        Set your <a href={hrefs.keys}>API key</a> in the environment:{" "}
        <code>export EDGESHOT_KEY=es_…</code>
      </p>
      {snippets.map(([id, label, code]) =>
        code === undefined ? null : (
          <details class="plain" name="code" open={id === "curl"}>
            <summary>{label}</summary>
            <Copyable id={`code-${id}`} label={`${label} code`}>
              {code}
            </Copyable>
            {id === "link" && <p class="hint">This URL contains your API key. Do not share it.</p>}
            {id === "signed" && signed !== undefined && (
              <p class="hint">
                Use this URL in an <code>img</code> element. It contains the options but no key, and
                uses at most one credit per day. Signed with “{signed.keyName}”. Valid until{" "}
                <Timestamp at={signed.expiresAt} /> or until that key is revoked.
              </p>
            )}
          </details>
        ),
      )}
    </section>
  );
}

type MissingCodeProps = {
  errors: FieldErrors;
  /** The result of the capture lists the errors. */
  isListed?: boolean;
};

/** Shown instead of code that would not match the form. */
export function MissingCode({ errors, isListed = false }: MissingCodeProps) {
  const count = Object.keys(errors).length;
  return (
    <section class="panel" id="code" aria-labelledby="code-title">
      <h2 id="code-title">Code</h2>
      {count === 0 || (count === 1 && isUrlMissing(errors)) ? (
        <p>Enter a URL to see the request as code.</p>
      ) : (
        <>
          <p>The form has errors. Correct them to see the request as code.</p>
          {!isListed && <FieldErrorList errors={errors} />}
        </>
      )}
    </section>
  );
}

/** Returns whether the form has neither a URL nor HTML. */
export function isUrlMissing(errors: FieldErrors): boolean {
  return errors["url"] === "Is required.";
}
