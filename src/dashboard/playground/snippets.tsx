// The request as code, one language at a time.
import { Copyable } from "../components/copyable.tsx";
import { hrefs } from "../hrefs.ts";
import type { CaptureBody } from "./request.ts";
import { curlSnippet } from "./snippets/curl.ts";
import { javascriptSnippet } from "./snippets/javascript.ts";
import { linkSnippet } from "./snippets/link.ts";
import { pythonSnippet } from "./snippets/python.ts";

export function Snippets({ origin, body }: { origin: string; body: CaptureBody }) {
  const snippets = [
    ["curl", "curl", curlSnippet(origin, body)],
    ["javascript", "JavaScript", javascriptSnippet(origin, body)],
    ["python", "Python", pythonSnippet(origin, body)],
    ["link", "GET link", linkSnippet(origin, body)],
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
          </details>
        ),
      )}
    </section>
  );
}
