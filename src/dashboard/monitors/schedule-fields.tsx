// The schedule of a monitor as form fields, and its meaning in words.
import type { MonitorSchedule } from "../../contract/monitor-schedule.ts";
import { Timestamp } from "../components/timestamp.tsx";
import { type EnteredValues, type FieldErrors, TextField } from "../forms/form.tsx";
import { describeSchedule } from "./describe-schedule.ts";

type Props = {
  entered: EnteredValues;
  errors: FieldErrors;
  /** Undefined if the schedule is invalid. */
  schedule: { schedule: MonitorSchedule; next: Date[] } | undefined;
};

const kinds = [
  ["every", "At an interval"],
  ["cron", "At fixed times (cron)"],
] as const;

export function ScheduleFields({ entered, errors, schedule }: Props) {
  const field = (name: string) => ({ name, value: entered[name], error: errors[name] });
  const kind = entered["scheduleKind"] === "cron" ? "cron" : "every";
  return (
    <section class="panel fields schedule" data-live-scope>
      <h2>Schedule</h2>
      <fieldset class="modes">
        <legend class="hidden">Kind of schedule</legend>
        {kinds.map(([value, label]) => (
          <label>
            <input type="radio" name="scheduleKind" value={value} checked={value === kind} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <div class="for-every">
        <TextField
          {...field("every")}
          label="Interval"
          placeholder="6h"
          hint="A number with m, h or d: 15m, 6h or 7d. At least 5m."
          maxlength={6}
          autocomplete="off"
        />
      </div>
      <div class="for-cron row">
        <TextField
          {...field("cron")}
          label="Cron expression"
          placeholder="0 9 * * 1-5"
          hint="Minute, hour, day of the month, month, day of the week."
          maxlength={100}
          autocomplete="off"
        />
        <TextField
          {...field("timeZone")}
          label="Time zone"
          placeholder="Europe/Berlin"
          hint="IANA name of the time zone."
          maxlength={64}
          autocomplete="off"
        />
      </div>
      <ScheduleReading schedule={schedule} />
      <button class="quiet compact script-free" name="do" value="schedule">
        Show the next runs
      </button>
    </section>
  );
}

/** The schedule in words. The script of the page replaces it while the user changes the schedule. */
export function ScheduleReading({ schedule }: Pick<Props, "schedule">) {
  return (
    <div id="schedule" class="reading" role="status">
      {schedule === undefined ? (
        <p class="soft">Enter a valid schedule to see when the monitor runs.</p>
      ) : (
        <Reading {...schedule} />
      )}
      <p class="fault" data-outdated hidden>
        This text could not be updated. Reload the page.
      </p>
    </div>
  );
}

function Reading({ schedule, next }: { schedule: MonitorSchedule; next: Date[] }) {
  return (
    <>
      <p>
        <strong>{describeSchedule(schedule)}</strong>
      </p>
      {next.length > 0 && (
        <p class="soft small">
          Next:{" "}
          {next.map((at, i) => (
            <>
              {i > 0 && "; "}
              <Timestamp at={at} exact zone />
            </>
          ))}
        </p>
      )}
    </>
  );
}
