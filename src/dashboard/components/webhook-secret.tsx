// The page that shows a webhook's secret, once.
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { Copyable } from "./copyable.tsx";

type Props = { viewer: Viewer; title: string; id: string; secret: string; note?: string };

export function WebhookSecret({ viewer, title, id, secret, note }: Props) {
  return (
    <Page
      title={title}
      lead="Copy its secret now: this page shows it only once."
      viewer={viewer}
      here="webhooks"
      parent={{ href: hrefs.webhooks, label: "Webhooks" }}
      scripts={["copy-buttons.js"]}
    >
      <section class="panel">
        <h2>Secret</h2>
        <p>
          Events are signed with it, as Standard Webhooks says: a library of that name verifies
          them.
          {note !== undefined && ` ${note}`}
        </p>
        <Copyable id="secret" label="The secret">
          {secret}
        </Copyable>
      </section>
      <p class="section">
        <a class="button quiet" href={hrefs.webhook(id)}>
          I have copied it
        </a>
      </p>
    </Page>
  );
}
