// The playground: a form for a capture, and the same request as code.
import type { Context } from "hono";
import type { CaptureInput } from "../../contract/capture.ts";
import { ServiceError } from "../../contract/errors.ts";
import type { Viewer } from "../../domain/accounts/viewer.ts";
import type { SignedLink } from "../../domain/api-keys/sign-link.ts";
import { getOwned } from "../../domain/screenshots/records/get-owned.ts";
import { type AppEnv, factory } from "../../http/hono.ts";
import { presentScreenshot } from "../../http/present-screenshot.ts";
import { addressBase } from "../../http/address-base.ts";
import { captureAsViewer } from "../capture-as-viewer.ts";
import type { FieldErrors, EnteredValues } from "../forms/form.tsx";
import { hrefs } from "../hrefs.ts";
import { Page } from "../layout.tsx";
import { membersOnly, previewsOnly } from "../middleware/members-only.ts";
import { readCaptureForm, captureFormValues } from "../playground/capture-form.ts";
import { findDevice } from "../playground/devices.ts";
import { CaptureForm } from "../playground/form.tsx";
import { describeCaptureError } from "../playground/capture-errors.ts";
import { type CaptureBody, inputToBody, recordToBody } from "../playground/capture-body.ts";
import { type FailedOutcome, Result, type PlaygroundCapture } from "../playground/result.tsx";
import { signBody } from "../playground/sign-body.ts";
import { isUrlMissing, MissingCode, Snippets } from "../playground/snippets.tsx";
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
      from === undefined ? EXAMPLE : recordToBody(await getOwned(ctx, viewer.caller, from));
    const entered = from === undefined ? {} : captureFormValues(body);
    const page = { viewer, origin, entered, body, signed: await signBody(c, body) };
    return c.html(<Playground {...page} />);
  })
  .post(hrefs.playground, async (c) => {
    const { viewer } = c.var;
    const { origin } = new URL(c.req.url);
    const form = await readFields(c);
    const device = findDevice(form["preset"]);
    const { values, entered, errors } = readCaptureForm({ ...form, ...device });
    const page = { viewer, origin, entered };
    const isCapture = form["do"] !== "code" && device === undefined;
    if (values === undefined) {
      // A preset only fills fields, also in a form without a URL.
      const shown = device === undefined ? errors : withoutMissingUrl(errors);
      const status = Object.keys(shown).length === 0 ? 200 : 422;
      const outcome = isCapture ? "invalid" : undefined;
      return c.html(<Playground {...page} errors={shown} outcome={outcome} />, status);
    }

    const body = inputToBody(values);
    const props = { ...page, body, signed: await signBody(c, body) };
    if (!isCapture) return c.html(<Playground {...props} />);
    try {
      return c.html(<Playground {...props} capture={await captureFromForm(c, values)} />);
    } catch (error) {
      // Show a failed capture as an error of the form.
      if (!(error instanceof ServiceError)) throw error;
      const { code, retryAfterSeconds } = error;
      c.var.log.add({ errorCode: code });
      if (retryAfterSeconds !== undefined) c.header("Retry-After", String(retryAfterSeconds));
      const failure = { errors: describeCaptureError(error), outcome: "failed" } as const;
      return c.html(<Playground {...props} {...failure} />, error.status);
    }
  })
  .use(hrefs.playgroundCode, previewsOnly())
  .post(hrefs.playgroundCode, async (c) => {
    const { origin } = new URL(c.req.url);
    const { values, errors } = readCaptureForm(await readFields(c));
    if (values === undefined) return c.html(<MissingCode errors={errors} />);
    const body = inputToBody(values);
    const signed = await signBody(c, body);
    return c.html(<Snippets origin={origin} body={body} signed={signed} isLive />);
  });

function withoutMissingUrl(errors: FieldErrors): FieldErrors {
  const { url: _url, ...others } = errors;
  return isUrlMissing(errors) ? others : errors;
}

/** Throws ServiceError. */
async function captureFromForm(
  c: Context<AppEnv>,
  input: CaptureInput,
): Promise<PlaygroundCapture> {
  const { ctx, viewer } = c.var;
  const captured = await captureAsViewer(ctx, viewer, input);
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
  entered?: EnteredValues;
  errors?: FieldErrors;
  /** Why there is no image. Undefined when no capture was requested. */
  outcome?: FailedOutcome | undefined;
  /** The request of the form. Undefined when the form is invalid. */
  body?: CaptureBody;
  signed?: SignedLink | undefined;
  capture?: PlaygroundCapture;
};

function Playground(props: Props) {
  const { viewer, origin, entered = {}, errors = {}, outcome, body, signed, capture } = props;
  return (
    <Page
      title="Playground"
      lead="Try the capture options, then copy the request as code."
      viewer={viewer}
      current="playground"
    >
      <div class="bench">
        <CaptureForm entered={entered} errors={errors} />
        <div id="result" class="outcome">
          <Result capture={capture} errors={errors} outcome={outcome} />
          {body === undefined ? (
            <MissingCode errors={errors} isListed={outcome !== undefined} />
          ) : (
            <Snippets origin={origin} body={body} signed={signed} isLive />
          )}
        </div>
      </div>
    </Page>
  );
}
