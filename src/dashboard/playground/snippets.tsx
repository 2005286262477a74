// The request as code, one language at a time.
import type { SignedLink } from "../../domain/api-keys/sign-link.ts";
import { Copyable } from "../components/copyable.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { hrefs } from "../hrefs.ts";
import type { CaptureBody } from "./capture-body.ts";
import { curlSnippet } from "./snippets/curl.ts";
import { javascriptSnippet } from "./snippets/javascript.ts";
import { linkSnippet } from "./snippets/link.ts";
import { pythonSnippet } from "./snippets/python.ts";

type Props = { origin: string; body: CaptureBody; signed?: SignedLink | undefined };

export function Snippets({ origin, body, signed }: Props) {
  const snippets = [
    ["curl", "curl", curlSnippet(origin, body)],
    ["javascript", "JavaScript", javascriptSnippet(origin, body)],
    ["python", "Python", pythonSnippet(origin, body)],
    ["link", "GET link", linkSnippet(origin, body)],
    ["signed", "Signed link", signed?.href],
  ] as const;
  return (
    <section class="panel" aria-labelledby="code-title">
      <h2 id="code-title">The same as code</h2>
      <p>
        With a key of yours in the environment: <code>export EDGESHOT_KEY=es_…</code>{" "}
        <a href={hrefs.keys}>API keys</a>
      </p>
      {snippets.map(([id, label, code]) =>
        code === undefined ? null : (
          <details class="plain" name="code" open={id === "curl"}>
            <summary>{label}</summary>
            <Copyable id={`code-${id}`} label={`${label} code`}>
              {code}
            </Copyable>
            {id === "link" && (
              <p class="hint">Shows the key to whoever sees the address: for your eyes only.</p>
            )}
            {id === "signed" && signed !== undefined && (
              <p class="hint">
                For an <code>img</code> in a page: it shows all of its options but no key, and costs
                at most one credit a day. Signed with “{signed.keyName}”; works until{" "}
                <Timestamp at={signed.expiresAt} />, or until that key is revoked.
              </p>
            )}
          </details>
        ),
      )}
    </section>
  );
}
