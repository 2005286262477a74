// The form fields of a webhook.
import { EVENT_KINDS } from "../../contract/event-kinds.ts";
import { Checkbox, type FieldErrors, TextField, type EnteredValues } from "../forms/form.tsx";
import { Notice } from "./notice.tsx";

const KINDS = EVENT_KINDS.filter((kind) => kind !== "test.ping");

export function WebhookFields({
  entered,
  errors,
}: {
  entered: EnteredValues;
  errors: FieldErrors;
}) {
  const chosen = (entered["events"] ?? "").split(",");
  return (
    <>
      {errors["form"] !== undefined && <Notice tone="bad">{errors["form"]}</Notice>}
      <TextField
        name="url"
        label="URL"
        type="url"
        value={entered["url"]}
        error={errors["url"]}
        hint="Events are sent to this URL with POST."
        placeholder="https://example.com/edgeshot"
        maxlength={8192}
        autocomplete="off"
        required
      />
      <fieldset class="parts">
        <legend>Events</legend>
        {KINDS.map((kind) => (
          <Checkbox name="events" label={kind} value={kind} checked={chosen.includes(kind)} />
        ))}
        {errors["events"] !== undefined && <p class="fault">{errors["events"]}</p>}
        <p class="hint">If no event is selected, all events are sent.</p>
      </fieldset>
      <div class="row">
        <TextField
          name="maxRetries"
          label="Retries"
          type="number"
          min={0}
          max={10}
          value={entered["maxRetries"]}
          error={errors["maxRetries"]}
          placeholder="3"
          hint="Maximum number of retries of a failed delivery."
        />
        <TextField
          name="retryDelayMs"
          label="Retry delay (ms)"
          type="number"
          min={1000}
          max={3600000}
          value={entered["retryDelayMs"]}
          error={errors["retryDelayMs"]}
          placeholder="10000"
          hint="The delay doubles with each retry."
        />
      </div>
      <Checkbox
        name="enabled"
        label="Enabled"
        hint="A disabled webhook receives no events."
        checked={entered["enabled"] === "on" || entered["url"] === undefined}
      />
    </>
  );
}
