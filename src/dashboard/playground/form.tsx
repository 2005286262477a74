// The form of the playground: the target and the grouped options.
import { type FieldErrors, TextArea, TextField, type EnteredValues } from "../forms/form.tsx";
import { CaptureProgress } from "../components/capture-progress.tsx";
import { hrefs } from "../hrefs.ts";
import { devices } from "./devices.ts";
import { groups, searchWords } from "./groups.ts";
import { OptionGroup } from "./option-group.tsx";

export function CaptureForm({ entered, errors }: { entered: EnteredValues; errors: FieldErrors }) {
  const field = (name: string) => ({ name, value: entered[name], error: errors[name] });
  return (
    <form
      class="capture"
      method="post"
      action={`${hrefs.playground}#result`}
      data-capture
      data-live-form="code"
      data-live-action={hrefs.playgroundCode}
      noValidate
    >
      <section class="panel">
        <h2 class="hidden">Target</h2>
        <TextField
          {...field("url")}
          label="URL"
          type="url"
          placeholder="https://example.com"
          maxlength={8192}
          autocomplete="url"
          wide
        />
        <details
          class="plain"
          open={Boolean(entered["html"] || entered["name"] || errors["html"] || errors["name"])}
        >
          <summary>Name and HTML</summary>
          <TextField
            {...field("name")}
            label="Name"
            hint="The name of the screenshot, also used as its file name."
            maxlength={100}
            autocomplete="off"
            wide
          />
          <TextArea
            {...field("html")}
            label="HTML"
            hint="A complete HTML document to capture instead of a URL."
            rows={5}
            wide
          />
        </details>
        <div class="actions">
          <Buttons />
          <a class="button quiet" href={hrefs.playground}>
            Reset
          </a>
          <span class="soft small">A capture uses one credit.</span>
        </div>
        <CaptureProgress />
      </section>
      <section class="panel groups">
        <h2 class="hidden">Options</h2>
        <div class="field wide filter" hidden>
          <label for="option-filter">Find an option</label>
          <input
            id="option-filter"
            type="search"
            data-option-filter={searchWords}
            aria-describedby="options-found"
            autocomplete="off"
          />
          <p class="hint" id="options-found" role="status" data-options-found />
        </div>
        <div class="devices" role="group" aria-label="Device">
          {Object.keys(devices).map((device) => (
            <button class="quiet compact" name="preset" value={device}>
              {device}
            </button>
          ))}
        </div>
        {groups.map((group) => (
          <OptionGroup
            title={group.title}
            options={group.options}
            entered={entered}
            errors={errors}
          />
        ))}
      </section>
      <div class="actions">
        <Buttons />
      </div>
    </form>
  );
}

function Buttons() {
  return (
    <>
      <button name="do" value="capture">
        Capture
      </button>
      <button name="do" value="code" class="quiet">
        Show code
      </button>
    </>
  );
}
