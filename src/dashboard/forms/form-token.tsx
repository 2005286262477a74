// The token of a form that creates something: a form that is sent twice, such as by a double click, creates one resource.
import type { Context } from "hono";
import { type Once, onceFor } from "../../domain/once.ts";
import type { AppEnv } from "../../http/hono.ts";
import { canonicalJson } from "../../lib/canonical-json.ts";
import { createId } from "../../lib/ids.ts";
import { sha256Hex } from "../../lib/secrets.ts";
import type { EnteredValues } from "./form.tsx";

const NAME = "form-token";

export function FormToken() {
  return <input type="hidden" name={NAME} value={createId(new Date())} />;
}

/** Identifies the form and its content. Returns undefined for a form without a token. */
export async function readOnceOf(
  c: Context<AppEnv>,
  entered: EnteredValues,
): Promise<Once | undefined> {
  const content = await sha256Hex(canonicalJson(entered));
  return onceFor(c.var.ctx, c.var.viewer.sessionId, { token: entered[NAME], content });
}
