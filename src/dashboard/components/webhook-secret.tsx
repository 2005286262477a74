// The page that shows the signing secret of a webhook once.
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { Copyable } from "./copyable.tsx";

type Props = { viewer: Viewer; title: string; id: string; secret: string; note?: string };

export function WebhookSecret({ viewer, title, id, secret, note }: Props) {
  return (
    <Page
      title={title}
      lead="Copy the signing secret now. It is not shown again."
      viewer={viewer}
      current="webhooks"
      parent={{ href: hrefs.webhooks, label: "Webhooks" }}
    >
      <section class="panel">
        <h2>Signing secret</h2>
        <p>
          Use the secret to verify events with a Standard Webhooks library.
          {note !== undefined && ` ${note}`}
        </p>
        <Copyable id="secret" label="Signing secret">
          {secret}
        </Copyable>
      </section>
      <p class="section">
        <a class="button quiet" href={hrefs.webhook(id)}>
          Done
        </a>
      </p>
    </Page>
  );
}
