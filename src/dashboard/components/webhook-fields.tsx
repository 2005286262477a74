// What can be said of a webhook.
import { EVENT_KINDS } from "../../contract/events.ts";
import { Checkbox, type Faults, TextField, type Values } from "../forms/form.tsx";
import { Notice } from "./notice.tsx";

const KINDS = EVENT_KINDS.filter((kind) => kind !== "test.ping");

export function WebhookFields({ typed, faults }: { typed: Values; faults: Faults }) {
  const chosen = (typed["events"] ?? "").split(",");
  return (
    <>
      {faults["form"] !== undefined && <Notice tone="bad">{faults["form"]}</Notice>}
      <TextField
        name="url"
        label="Address"
        type="url"
        value={typed["url"]}
        fault={faults["url"]}
        hint="Where events are sent to, by POST."
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
        {faults["events"] !== undefined && <p class="fault">{faults["events"]}</p>}
        <p class="hint">None ticked: all of them.</p>
      </fieldset>
      <div class="row">
        <TextField
          name="maxRetries"
          label="Retries"
          type="number"
          min={0}
          max={10}
          value={typed["maxRetries"]}
          fault={faults["maxRetries"]}
          placeholder="3"
          hint="How often an event is sent again that did not arrive."
        />
        <TextField
          name="retryDelayMs"
          label="First wait, milliseconds"
          type="number"
          min={1000}
          max={3600000}
          value={typed["retryDelayMs"]}
          fault={faults["retryDelayMs"]}
          placeholder="10000"
          hint="It doubles with each further retry."
        />
      </div>
      <Checkbox
        name="enabled"
        label="Enabled"
        hint="A disabled webhook is sent nothing."
        checked={typed["enabled"] === "on" || typed["url"] === undefined}
      />
    </>
  );
}
