// The filters of the gallery.
import { FORMATS } from "../../contract/capture-options.ts";
import { SCREENSHOT_STATES } from "../../contract/screenshot.ts";
import { MAX_SEARCH_LENGTH } from "../../contract/screenshot-requests.ts";
import { statusLabels } from "../components/screenshot-card.tsx";
import { type EnteredValues, type FieldErrors, SelectField, TextField } from "../forms/form.tsx";
import { hrefs } from "../hrefs.ts";
import { dateAt } from "./days.ts";
import { galleryHref, PAGE_SIZES } from "./query.ts";

const DATE_PRESETS = [
  { label: "Today", days: 1 },
  { label: "Last 7 days", days: 7 },
  { label: "Last 30 days", days: 30 },
];
/** The fields of the filters that narrow windows fold. */
const MORE = ["status", "format", "startDate", "endDate", "limit"];

type FilterProps = {
  entered: EnteredValues;
  errors: FieldErrors;
  isFiltered: boolean;
  now: Date | undefined;
  /** Undefined until the browser has sent its time zone; dates are in UTC then. */
  timeZone: string | undefined;
};

export function Filters({ entered, errors, isFiltered, now, timeZone }: FilterProps) {
  const zoneLabel = timeZone === undefined ? " (UTC)" : "";
  const field = (name: string) => ({ name, value: entered[name] ?? "", error: errors[name] });
  return (
    <form
      class="filters panel"
      method="get"
      action={hrefs.screenshots}
      role="search"
      data-time-zone
    >
      <div class="search">
        <TextField
          {...field("search")}
          label="Search"
          type="search"
          placeholder="URL or page text"
          maxlength={MAX_SEARCH_LENGTH}
        />
        <button class="quiet">Filter</button>
        {isFiltered && <a href={hrefs.screenshots}>Show all</a>}
      </div>
      {/* Wide windows show the fields without the summary (styles/screenshots.ts). */}
      <details class="plain" open={MORE.some((name) => entered[name] || errors[name])}>
        <summary>More filters</summary>
        <div class="more-filters">
          <SelectField
            {...field("status")}
            label="Status"
            choices={[
              ["", "Any"],
              ...SCREENSHOT_STATES.map((state) => [state, statusLabels[state]] as const),
            ]}
          />
          <SelectField
            {...field("format")}
            label="Format"
            choices={[
              ["", "Any"],
              ...FORMATS.map((format) => [format, format.toUpperCase()] as const),
            ]}
          />
          <TextField {...field("startDate")} label={`From${zoneLabel}`} type="date" />
          <TextField {...field("endDate")} label={`To${zoneLabel}`} type="date" />
          {entered["batchId"] !== undefined && <TextField {...field("batchId")} label="Batch" />}
          <SelectField
            {...field("limit")}
            label="Per page"
            choices={PAGE_SIZES.map((size) => [size, size] as const)}
          />
        </div>
      </details>
      {entered["view"] === "list" && <input type="hidden" name="view" value="list" />}
      {now !== undefined && (
        <p class="presets small">
          {DATE_PRESETS.map(({ label, days }) => {
            const first = dateAt(now, timeZone ?? "UTC", 1 - days);
            const isCurrent = entered["startDate"] === first && entered["endDate"] === undefined;
            return (
              <a
                href={galleryHref(entered, { startDate: first, endDate: "", page: "" })}
                {...(isCurrent ? { "aria-current": "true" as const } : {})}
              >
                {label}
              </a>
            );
          })}
        </p>
      )}
    </form>
  );
}
