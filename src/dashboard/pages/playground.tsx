// The playground: a capture asked for in a form, and the same request as code.
import type { Context } from "hono";
import type { CaptureInput } from "../../contract/capture.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { type SignedLink, signLinkFor } from "../../domain/api-keys/sign-link.ts";
import { captureNow } from "../../domain/screenshots/capture/capture-now.ts";
import { getOwned } from "../../domain/screenshots/records/get-owned.ts";
import { type AppEnv, factory } from "../../http/hono.ts";
import { presentScreenshot } from "../../http/present-screenshot.ts";
import { addressBase } from "../../http/address-base.ts";
import type { Faults, Values } from "../forms/form.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { readCaptureForm, typedFor } from "../playground/capture-form.ts";
import { CaptureForm } from "../playground/form.tsx";
import { explainFailure } from "../playground/capture-errors.ts";
import { type CaptureBody, bodyOf, bodyOfRecord } from "../playground/capture-body.ts";
import { Result, type Shown } from "../playground/result.tsx";
import { Snippets } from "../playground/snippets.tsx";
import { readFields } from "../forms/read-form.ts";

const EXAMPLE: CaptureBody = { url: "https://example.com" };

export const playgroundPages = factory
  .createApp()
  .use(hrefs.playground, membersOnly())
  .get(hrefs.playground, async (c) => {
    const { ctx, viewer } = c.var;
    const { origin } = new URL(c.req.url);
    const from = c.req.query("from");
    const body =
      from === undefined ? EXAMPLE : bodyOfRecord(await getOwned(ctx, viewer.caller, from));
    const typed = from === undefined ? {} : typedFor(body);
    const page = { viewer, origin, typed, body, signed: await sign(c, body) };
    return c.html(<Playground {...page} />);
  })
  .post(hrefs.playground, async (c) => {
    const { viewer } = c.var;
    const { origin } = new URL(c.req.url);
    const form = await readFields(c);
    const { values, typed, faults } = readCaptureForm(form);
    const page = { viewer, origin, typed };
    if (values === undefined) return c.html(<Playground {...page} faults={faults} />, 422);

    const body = bodyOf(values);
    const asked = { ...page, body, signed: await sign(c, body) };
    if (form["do"] === "code") return c.html(<Playground {...asked} />);
    try {
      return c.html(<Playground {...asked} shown={await capture(c, values)} />);
    } catch (error) {
      // What the page, the target or the account brought about is told beside the form.
      if (!(error instanceof ServiceError)) throw error;
      const { code, retryAfterSeconds } = error;
      c.var.log.add({ errorCode: code });
      if (retryAfterSeconds !== undefined) c.header("Retry-After", String(retryAfterSeconds));
      return c.html(<Playground {...asked} faults={explainFailure(error)} />, error.status);
    }
  });

/** Undefined for a document that is sent along: there is no address for that. */
async function sign(
  c: Context<AppEnv>,
  { url, name, options = {} }: CaptureBody,
): Promise<SignedLink | undefined> {
  if (url === undefined) return undefined;
  // A GET always answers with the file.
  const { response_type: _, ...shown } = options;
  const target = { url, ...(name === undefined ? {} : { name }), options: shown };
  const { ctx, viewer } = c.var;
  return signLinkFor(ctx, viewer.caller, new URL(c.req.url).origin, target);
}

/** Counts in a rate window and costs a credit, like a capture with a key. */
async function capture(c: Context<AppEnv>, input: CaptureInput): Promise<Shown> {
  const { ctx, viewer } = c.var;
  const { accountId, limits } = viewer.caller;
  const window = await ctx.limiter.take(`account:${accountId}`, limits.requestsPerMinute);
  if (!window.allowed) {
    const { retryAfterSeconds } = window;
    throw new ServiceError("rate_limit_exceeded", { retryAfterSeconds });
  }
  const options = { ...input.options, response_type: "json" } as const;
  const captured = await captureNow(ctx, viewer.caller, { ...input, options });
  const record = await getOwned(ctx, viewer.caller, captured.id);
  return {
    screenshot: presentScreenshot(record, addressBase(c)).data,
    remainingCredits: captured.remainingCredits,
    isCached: captured.cache === "HIT",
  };
}

type Props = {
  viewer: Viewer;
  origin: string;
  typed?: Values;
  faults?: Faults;
  /** What the form asks for; undefined where that is not clear. */
  body?: CaptureBody;
  signed?: SignedLink | undefined;
  shown?: Shown;
};

function Playground({ viewer, origin, typed = {}, faults = {}, body, signed, shown }: Props) {
  return (
    <Page
      title="Playground"
      lead="Try every option on a page of your choice, then take the request along as code."
      viewer={viewer}
      here="playground"
      scripts={["copy-buttons.js"]}
    >
      <div class="bench">
        <CaptureForm typed={typed} faults={faults} />
        <div id="result" class="outcome">
          <Result shown={shown} faults={faults} />
          {body !== undefined && <Snippets origin={origin} body={body} signed={signed} />}
        </div>
      </div>
    </Page>
  );
}
