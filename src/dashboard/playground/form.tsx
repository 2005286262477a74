// The form of the playground: what to capture, and every option in its group.
import { type Faults, TextArea, TextField, type Values } from "../forms/form.tsx";
import { hrefs } from "../hrefs.ts";
import { fieldNames } from "./capture-form.ts";
import { controlFor } from "./controls.ts";
import { groups } from "./groups.ts";
import { OptionControl } from "./option-control.tsx";

/** What most people come for is seen without asking. */
const OPEN = new Set(["File", "Part of the page"]);

export function CaptureForm({ typed, faults }: { typed: Values; faults: Faults }) {
  const field = (name: string) => ({ name, value: typed[name], fault: faults[name] });
  return (
    <form class="capture" method="post" action={`${hrefs.playground}#result`}>
      <section class="panel">
        <h2 class="hidden">What to capture</h2>
        <TextField
          {...field("url")}
          label="Address"
          type="url"
          placeholder="https://example.com"
          maxlength={8192}
          autocomplete="url"
          wide
        />
        <details class="plain" open={Boolean(typed["html"] || typed["name"] || faults["html"])}>
          <summary>Name, or HTML instead of an address</summary>
          <TextField
            {...field("name")}
            label="Name"
            hint="What the screenshot is called; also the name of its file."
            maxlength={100}
            autocomplete="off"
            wide
          />
          <TextArea
            {...field("html")}
            label="HTML"
            hint="A whole document, instead of an address."
            rows={5}
            wide
          />
        </details>
        <div class="actions">
          <Buttons />
          <span class="soft small">A capture costs one credit.</span>
        </div>
      </section>
      <section class="panel groups">
        <h2 class="hidden">Options</h2>
        {groups.map((group) => (
          <Group title={group.title} options={group.options} typed={typed} faults={faults} />
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
        Only show the code
      </button>
    </>
  );
}

type GroupProps = (typeof groups)[number] & { typed: Values; faults: Faults };

function Group({ title, options, typed, faults }: GroupProps) {
  const controls = options.map(controlFor);
  const names = controls.flatMap((control) => [control.name, ...fieldNames(control)]);
  const set = controls.filter((control) => fieldNames(control).some((name) => typed[name]));
  const isAtFault = names.some((name) => faults[name] !== undefined);
  return (
    <details class="group" open={OPEN.has(title) || set.length > 0 || isAtFault}>
      <summary>
        <h3>{title}</h3>
        {set.length > 0 && <span class="badge">{set.length} set</span>}
      </summary>
      <div class="controls">
        {controls.map((control) => (
          <OptionControl control={control} typed={typed} faults={faults} />
        ))}
      </div>
    </details>
  );
}
