// One API key: the page that shows a new key, and the page with its settings.
import type { Context } from "hono";
import * as z from "zod";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { changeKey, getOwnedKey } from "../../domain/api-keys/change.ts";
import { type AppEnv, factory } from "../../http/hono.ts";
import { Copyable } from "../components/copyable.tsx";
import { KeyFields } from "../components/key-fields.tsx";
import type { EnteredValues, FieldErrors } from "../forms/form.tsx";
import { keyForm, keyFormValues } from "../forms/key-form.ts";
import { readForm } from "../forms/read-form.ts";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { withNotice } from "../notices.ts";
import { readOnce } from "../show-once.ts";

const KEY_PATH = `${hrefs.keys}/:id` as const;

const newKey = z.object({ name: z.string(), key: z.string() });

export const keyPages = factory
  .createApp()
  .use(`${hrefs.keys}/*`, membersOnly())
  .get(hrefs.createdKey, async (c) => {
    const created = await readOnce(c, newKey);
    if (created === undefined) return c.redirect(hrefs.keys, 303);
    const { origin } = new URL(c.req.url);
    return c.html(<NewKey viewer={c.var.viewer} origin={origin} {...created} />);
  })
  .get(KEY_PATH, async (c) => c.html(await renderSettings(c, {})))
  .post(KEY_PATH, async (c) => {
    const { ctx, viewer } = c.var;
    const id = c.req.param("id");
    const { expiresAt } = await getOwnedKey(ctx, viewer.caller, id);
    const { values, ...form } = await readForm(c, keyForm(ctx.clock(), expiresAt));
    if (values === undefined) return c.html(await renderSettings(c, form), 422);
    await changeKey(ctx, viewer.caller, id, { name: values.name, expiresAt: values.expires });
    return c.redirect(withNotice(hrefs.keys, "key-saved"), 303);
  });

async function renderSettings(
  c: Context<AppEnv, typeof KEY_PATH>,
  { entered, errors = {} }: { entered?: EnteredValues; errors?: FieldErrors | undefined },
) {
  const { ctx, viewer } = c.var;
  const key = await getOwnedKey(ctx, viewer.caller, c.req.param("id"));
  return (
    <Page
      title={key.name}
      lead={`The API key that starts with ${key.prefix}.`}
      viewer={viewer}
      current="keys"
      parent={{ href: hrefs.keys, label: "API keys" }}
    >
      <section class="panel">
        <h2>Settings</h2>
        <form method="post" action={hrefs.key(key.id)}>
          <KeyFields entered={entered ?? keyFormValues(key)} errors={errors} />
          <button>Save settings</button>
        </form>
      </section>
    </Page>
  );
}

type NewKeyProps = { viewer: Viewer; origin: string; name: string; key: string };

function NewKey({ viewer, origin, name, key }: NewKeyProps) {
  const curl = `curl -fsS ${origin}/v1/capture \\
  -H 'X-API-Key: ${key}' \\
  -H 'Content-Type: application/json' \\
  -d '{"url":"https://example.com"}' -o page.png`;
  return (
    <Page
      title="API key created"
      lead="Copy the key now. This page is available for 10 minutes, and no other page shows the key."
      viewer={viewer}
      current="keys"
      parent={{ href: hrefs.keys, label: "API keys" }}
    >
      <section class="panel">
        <h2>{name}</h2>
        <Copyable id="key" label="API key">
          {key}
        </Copyable>
      </section>
      <section class="panel">
        <h2>Try it</h2>
        <p>Run this command in a terminal. It saves a screenshot of example.com as page.png.</p>
        <Copyable id="command" label="Command">
          {curl}
        </Copyable>
      </section>
      <p class="section">
        <a class="button quiet" href={hrefs.keys}>
          Done
        </a>
      </p>
    </Page>
  );
}
