// The page that shows a new signing secret of a webhook.
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { Copyable } from "./copyable.tsx";

type Props = { viewer: Viewer; id: string; made: "created" | "rotated"; secret: string };

export function WebhookSecret({ viewer, id, made, secret }: Props) {
  return (
    <Page
      title={made === "created" ? "Webhook created" : "Secret rotated"}
      lead="Copy the signing secret now. This page is available for 10 minutes, and no other page shows the secret."
      viewer={viewer}
      current="webhooks"
      parent={{ href: hrefs.webhooks, label: "Webhooks" }}
    >
      <section class="panel">
        <h2>Signing secret</h2>
        <p>
          Use the secret to verify events with a Standard Webhooks library.
          {made === "rotated" && " For 24 hours, events are also signed with the previous secret."}
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
