// The playground: a capture asked for in a form, and the same request as code.
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { CaptureInput } from "../../contract/capture.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import { captureNow } from "../../domain/screenshots/capture-now.ts";
import { getOwned } from "../../domain/screenshots/get-owned.ts";
import { type AppEnv, factory } from "../../http/hono.ts";
import { presentScreenshot } from "../../http/present-screenshot.ts";
import { addressBase } from "../address-base.ts";
import type { Faults, Values } from "../components/form.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly } from "../middleware/members-only.ts";
import { readCaptureForm, typedFor } from "../playground/capture-form.ts";
import { CaptureForm } from "../playground/form.tsx";
import { explainFailure } from "../playground/explain-failure.ts";
import { type CaptureBody, bodyOf, bodyOfRecord } from "../playground/request.ts";
import { Result, type Shown } from "../playground/result.tsx";
import { Snippets } from "../playground/snippets.tsx";

/** Room for the largest document: what is sent as a form is spelled longer. */
const MAX_FORM_BYTES = 4 * 1024 * 1024;

const EXAMPLE: CaptureBody = { url: "https://example.com" };

export const playgroundPages = factory
  .createApp()
  .use(hrefs.playground, membersOnly())
  .get(hrefs.playground, async (c) => {
    const { ctx, viewer } = c.var;
    const { origin } = new URL(c.req.url);
    const from = c.req.query("from");
    if (from === undefined)
      return c.html(<Playground viewer={viewer} origin={origin} body={EXAMPLE} />);
    const body = bodyOfRecord(await getOwned(ctx, viewer.caller, from));
    return c.html(
      <Playground viewer={viewer} origin={origin} typed={typedFor(body)} body={body} />,
    );
  })
  .post(
    hrefs.playground,
    bodyLimit({ maxSize: MAX_FORM_BYTES, onError: refuseSize }),
    async (c) => {
      const { viewer } = c.var;
      const { origin } = new URL(c.req.url);
      const form = await c.req.parseBody({ all: true });
      const { values, typed, faults } = readCaptureForm(form);
      const page = { viewer, origin, typed };
      if (values === undefined) return c.html(<Playground {...page} faults={faults} />, 422);

      const asked = { ...page, body: bodyOf(values) };
      if (form["do"] === "code") return c.html(<Playground {...asked} />);
      try {
        return c.html(<Playground {...asked} shown={await capture(c, values)} />);
      } catch (error) {
        // What the page, the target or the account brought about is told beside the form.
        if (!(error instanceof ServiceError)) throw error;
        c.var.log.add({ errorCode: error.code });
        return c.html(<Playground {...asked} faults={explainFailure(error)} />, error.status);
      }
    },
  );

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

function refuseSize(): never {
  throw new ServiceError("request_body_too_large", { message: "The form holds more than 4 MiB." });
}

type Props = {
  viewer: Viewer;
  origin: string;
  typed?: Values;
  faults?: Faults;
  /** What the form asks for; undefined where that is not clear. */
  body?: CaptureBody;
  shown?: Shown;
};

function Playground({ viewer, origin, typed = {}, faults = {}, body, shown }: Props) {
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
          {body !== undefined && <Snippets origin={origin} body={body} />}
        </div>
      </div>
    </Page>
  );
}
