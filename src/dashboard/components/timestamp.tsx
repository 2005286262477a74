// A date and time in UTC, like all months and limits of the service.

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

export function Timestamp({ at, exact = false }: { at: Date; exact?: boolean }) {
  return (
    <time class="nowrap" datetime={at.toISOString()} title={at.toISOString()}>
      {exact ? `${minute.format(at)} UTC` : day.format(at)}
    </time>
  );
}
