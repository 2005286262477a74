// API keys: create, show once, list, revoke.
import { z } from "zod";
import { createKey, MAX_KEYS_PER_ACCOUNT } from "../../domain/api-keys/create.ts";
import { type ApiKey, listKeys } from "../../domain/api-keys/list.ts";
import { revokeKey } from "../../domain/api-keys/revoke.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { factory } from "../../http/hono.ts";
import { Confirm } from "../components/confirm.tsx";
import { Copyable } from "../components/copyable.tsx";
import { Empty } from "../components/empty.tsx";
import { type FieldErrors, TextField, type EnteredValues } from "../forms/form.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { label } from "../forms/fields.ts";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { noticeOf, withNotice } from "../notices.ts";
import { readForm } from "../forms/read-form.ts";

const keyForm = z.object({ name: label("is required") });

export const keyPages = factory
  .createApp()
  .use(`${hrefs.keys}/*`, membersOnly())
  .get(hrefs.keys, async (c) => {
    const { ctx, viewer } = c.var;
    const keys = await listKeys(ctx, viewer.caller);
    return c.html(<Keys viewer={viewer} keys={keys} notice={noticeOf(c.req.query("done"))} />);
  })
  .post(hrefs.keys, async (c) => {
    const { ctx, viewer } = c.var;
    const { values, entered, errors } = await readForm(c, keyForm);
    if (values === undefined) {
      const keys = await listKeys(ctx, viewer.caller);
      return c.html(<Keys viewer={viewer} keys={keys} entered={entered} errors={errors} />, 422);
    }
    const key = await createKey(ctx, viewer.caller, values.name);
    if (key === undefined) {
      const keys = await listKeys(ctx, viewer.caller);
      const limit = {
        name: `The account has ${MAX_KEYS_PER_ACCOUNT} keys. Revoke one to add another.`,
      };
      return c.html(<Keys viewer={viewer} keys={keys} entered={entered} errors={limit} />, 422);
    }
    const { origin } = new URL(c.req.url);
    return c.html(<NewKey viewer={viewer} origin={origin} name={values.name} value={key} />, 201);
  })
  .post(`${hrefs.keys}/:id/revoke`, async (c) => {
    await revokeKey(c.var.ctx, c.var.viewer.caller, c.req.param("id"));
    return c.redirect(withNotice(hrefs.keys, "key-revoked"), 303);
  });

type Props = {
  viewer: Viewer;
  keys: ApiKey[];
  notice?: string | undefined;
  entered?: EnteredValues;
  errors?: FieldErrors;
};

function Keys({ viewer, keys, notice, entered = {}, errors = {} }: Props) {
  return (
    <Page
      title="API keys"
      lead="API keys authenticate requests to the API. Create a separate key for each application."
      viewer={viewer}
      current="keys"
      notice={notice}
    >
      <section class="panel">
        <h2>New key</h2>
        <form method="post" action={hrefs.keys}>
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
          <button>Create key</button>
        </form>
      </section>
      <section class="panel">
        <h2>Active keys</h2>
        {keys.length === 0 ? (
          <Empty title="No API keys yet">
            <p>Create a key above to capture your first page.</p>
          </Empty>
        ) : (
          <KeyTable keys={keys} />
        )}
      </section>
    </Page>
  );
}

function KeyTable({ keys }: { keys: ApiKey[] }) {
  return (
    <div class="scroll">
      <table class="stack">
        <thead>
          <tr>
            <th>Name</th>
            <th>Key</th>
            <th>Created</th>
            <th>Last used</th>
            <th class="end">
              <span class="hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr>
              <td>
                <strong>{key.name}</strong>
              </td>
              <td data-label="Key">
                <code class="nowrap">{key.prefix}…</code>
              </td>
              <td class="soft" data-label="Created">
                <Timestamp at={key.createdAt} />
              </td>
              <td class="soft" data-label="Last used">
                {key.lastUsedAt === null ? "Never" : <Timestamp at={key.lastUsedAt} exact />}
              </td>
              <td class="end">
                <Confirm
                  id={`revoke-${key.id}`}
                  label="Revoke"
                  question={`Revoke “${key.name}”?`}
                  action={`${hrefs.keys}/${key.id}/revoke`}
                  compact
                >
                  <p>Requests with this key fail immediately. This cannot be undone.</p>
                </Confirm>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type NewKeyProps = { viewer: Viewer; origin: string; name: string; value: string };

function NewKey({ viewer, origin, name, value }: NewKeyProps) {
  const curl = `curl -fsS ${origin}/v1/capture \\
  -H 'X-API-Key: ${value}' \\
  -H 'Content-Type: application/json' \\
  -d '{"url":"https://example.com"}' -o page.png`;
  return (
    <Page
      title="API key created"
      lead="Copy the key now. It is not shown again."
      viewer={viewer}
      current="keys"
      parent={{ href: hrefs.keys, label: "API keys" }}
    >
      <section class="panel">
        <h2>{name}</h2>
        <Copyable id="key" label="API key">
          {value}
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
