// The form of a monitor: page, schedule, comparison, and capture options.
import type { MonitorSchedule } from "../../contract/monitor-schedule.ts";
import type { ScreenshotAnswer } from "../../contract/screenshot.ts";
import { CaptureProgress } from "../components/capture-progress.tsx";
import { Notice } from "../components/notice.tsx";
import {
  Checkbox,
  type EnteredValues,
  type FieldErrors,
  NumberField,
  TextArea,
  TextField,
} from "../forms/form.tsx";
import { FormToken } from "../forms/form-token.tsx";
import { groups } from "../playground/groups.ts";
import { OptionGroup } from "../playground/option-group.tsx";
import { UNUSED_OPTIONS } from "./form-values.ts";
import { IgnoredRectangles } from "./ignored-rectangles.tsx";
import { ScheduleFields } from "./schedule-fields.tsx";

const optionGroups = groups
  .map(({ title, options }) => ({
    title,
    options: options.filter((name) => !UNUSED_OPTIONS.has(name) && !name.startsWith("pdf_")),
  }))
  .filter(({ options }) => options.length > 0);

export type Preview = ScreenshotAnswer["data"];

type Props = {
  action: string;
  schedulePreview: string;
  entered: EnteredValues;
  errors: FieldErrors;
  /** Undefined if the schedule is invalid. `next`: its next runs. */
  schedule: { schedule: MonitorSchedule; next: Date[] } | undefined;
  /** The image on which rectangles are drawn. */
  preview: Preview | undefined;
  /** Empty rows for rectangles. */
  emptyRectangles: number;
  /** The options contain secrets, which are not shown. */
  hasSecrets: boolean;
  submit: string;
};

export function MonitorForm(props: Props) {
  const { action, entered, errors, preview, hasSecrets, submit } = props;
  const field = (name: string) => ({ name, value: entered[name], error: errors[name] });
  const isChecked = (name: string) => entered[name] === "on";
  return (
    <form
      class="monitor"
      method="post"
      action={action}
      data-capture
      data-live-form="schedule"
      data-live-action={props.schedulePreview}
      noValidate
    >
      <FormToken />
      {/* The first button of a form is pressed by the Enter key. */}
      <button class="hidden" name="do" value="save" tabindex={-1} aria-hidden="true" />
      {errors["form"] !== undefined && <Notice tone="bad">{errors["form"]}</Notice>}
      {errors["form"] === undefined && Object.keys(errors).length > 0 && (
        <Notice tone="bad">Some settings are invalid. The fields below show why.</Notice>
      )}
      <section class="panel fields">
        <h2>Page</h2>
        <TextField {...field("name")} label="Name" maxlength={100} autocomplete="off" required />
        <TextField
          {...field("url")}
          label="URL"
          type="url"
          placeholder="https://example.com/prices"
          maxlength={8192}
          autocomplete="url"
          required
          wide
        />
      </section>
      <ScheduleFields entered={entered} errors={errors} schedule={props.schedule} />
      <section class="panel fields">
        <h2>Comparison</h2>
        <TextField
          {...field("baseline")}
          label="Baseline"
          placeholder="previous"
          hint="The identifier of a screenshot. Leave empty to compare each run with the previous run."
          maxlength={24}
          autocomplete="off"
        />
        <div class="row">
          <NumberField
            {...field("minRatio")}
            label="Smallest change"
            isInteger={false}
            min={0}
            placeholder="0.001"
            hint="Share of changed pixels, 0 to 1. 0.001 is 0.1 %."
          />
          <NumberField
            {...field("threshold")}
            label="Color threshold"
            isInteger={false}
            min={0}
            placeholder="0.1"
            hint="Perceived difference from which a pixel counts as changed, 0 to 1."
          />
        </div>
        <Checkbox
          name="confirm"
          label="Confirm changes"
          hint="A changed page is captured again after 30 seconds, free of charge. Only what differs in both captures counts."
          checked={isChecked("confirm")}
        />
        <TextArea
          {...field("ignoreSelectors")}
          label="Ignored elements"
          rows={3}
          placeholder={".clock\n#visitors"}
          hint="CSS selectors, one per line. These elements are made invisible and keep their place."
        />
        <IgnoredRectangles
          entered={entered}
          errors={errors}
          preview={preview}
          empty={props.emptyRectangles}
        />
        <div class="actions">
          <button class="quiet" name="do" value="capture">
            Capture a preview
          </button>
          <span class="soft small">A preview uses one credit.</span>
        </div>
        <CaptureProgress />
      </section>
      <section class="panel groups">
        <h2>Capture options</h2>
        {hasSecrets && (
          <p class="hint">
            Headers, cookies, local storage and authentication of this monitor are stored encrypted
            and not shown. If you change an option, enter them again.
          </p>
        )}
        {optionGroups.map(({ title, options }) => (
          <OptionGroup title={title} options={options} entered={entered} errors={errors} />
        ))}
      </section>
      <section class="panel fields">
        <h2>State</h2>
        <Checkbox
          name="notify"
          label="Send events"
          hint="Webhooks of the account receive an event when the page changed and when runs fail."
          checked={isChecked("notify")}
        />
        <Checkbox
          name="enabled"
          label="Enabled"
          hint="A paused monitor does not run on its schedule."
          checked={isChecked("enabled")}
        />
      </section>
      <div class="actions">
        <button name="do" value="save">
          {submit}
        </button>
      </div>
    </form>
  );
}
