// A date and time in UTC. The script of the page converts it to the time zone of the user.

const day = new Intl.DateTimeFormat("en", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});
const minute = new Intl.DateTimeFormat("en", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});

/** Returns a date and time in UTC, such as "3 May 2026, 09:00". */
export function formatMinute(at: Date): string {
  return minute.format(at);
}

type Props = {
  at: Date;
  /** Shows the time in addition to the date. */
  exact?: boolean;
  /** Shows the time zone as well, for times that users compare with times of another zone. Requires `exact`. */
  zone?: boolean;
  /** Keeps the date in UTC, such as the days of a chart. */
  utc?: boolean;
};

export function Timestamp({ at, exact = false, zone = false, utc = false }: Props) {
  const format = exact ? (zone ? "zone" : "minute") : "day";
  return (
    <time
      class="nowrap"
      datetime={at.toISOString()}
      title={`${minute.format(at)} UTC`}
      {...(utc ? {} : { "data-local": format })}
    >
      {exact ? `${minute.format(at)} UTC` : day.format(at)}
    </time>
  );
}
