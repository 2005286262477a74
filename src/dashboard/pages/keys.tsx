// API keys: list, create, revoke.
import { createKey, MAX_KEYS_PER_ACCOUNT } from "../../domain/api-keys/create.ts";
import { type ApiKey, listKeys } from "../../domain/api-keys/list.ts";
import { revokeKey } from "../../domain/api-keys/revoke.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { factory } from "../../http/hono.ts";
import { Confirm } from "../components/confirm.tsx";
import { Empty } from "../components/empty.tsx";
import { KeyFields } from "../components/key-fields.tsx";
import type { FieldErrors, EnteredValues } from "../forms/form.tsx";
import { Timestamp } from "../components/timestamp.tsx";
import { FormToken, readOnceOf } from "../forms/form-token.tsx";
import { keyForm } from "../forms/key-form.ts";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { noticeOf, withNotice } from "../notices.ts";
import { readForm } from "../forms/read-form.ts";
import { showOnce } from "../show-once.ts";

export const keysPages = factory
  .createApp()
  .use(`${hrefs.keys}/*`, membersOnly())
  .get(hrefs.keys, async (c) => {
    const { ctx, viewer } = c.var;
    const keys = await listKeys(ctx, viewer.caller);
    return c.html(<Keys viewer={viewer} keys={keys} notice={noticeOf(c.req.query("done"))} />);
  })
  .post(hrefs.keys, async (c) => {
    const { ctx, viewer } = c.var;
    const { values, entered, errors } = await readForm(c, keyForm(ctx.clock()));
    if (values === undefined) {
      const keys = await listKeys(ctx, viewer.caller);
      return c.html(<Keys viewer={viewer} keys={keys} entered={entered} errors={errors} />, 422);
    }
    const { name, expires: expiresAt } = values;
    const once = await readOnceOf(c, entered);
    const key = await createKey(ctx, viewer.caller, { name, expiresAt, once });
    if (key === undefined) {
      const keys = await listKeys(ctx, viewer.caller);
      const limit = {
        name: `The account has ${MAX_KEYS_PER_ACCOUNT} keys. Revoke one to add another.`,
      };
      return c.html(<Keys viewer={viewer} keys={keys} entered={entered} errors={limit} />, 422);
    }
    return showOnce(c, hrefs.createdKey, { name, key });
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
          <FormToken />
          <KeyFields entered={entered} errors={errors} />
          <button>Create key</button>
        </form>
      </section>
      <section class="panel">
        <h2>Keys</h2>
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
            <th>Expires</th>
            <th>Last used</th>
            <th>Requests this month</th>
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
              <td class="soft" data-label="Expires">
                <Expiry apiKey={key} />
              </td>
              <td class="soft" data-label="Last used">
                {key.lastUsedAt === null ? "Never" : <Timestamp at={key.lastUsedAt} exact />}
              </td>
              <td class="numeric" data-label="Requests this month">
                {key.requestsThisMonth.toLocaleString("en")}
              </td>
              <td class="end">
                <a class="button quiet compact" href={hrefs.key(key.id)}>
                  Edit
                </a>{" "}
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

function Expiry({ apiKey: { expiresAt, isExpired } }: { apiKey: ApiKey }) {
  if (expiresAt === null) return "Never";
  return (
    <>
      <Timestamp at={expiresAt} exact /> {isExpired && <span class="badge bad">Expired</span>}
    </>
  );
}
