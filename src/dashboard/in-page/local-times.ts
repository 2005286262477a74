// Runs in the browser of the user, because only the browser knows the time zone of the user.

/** Shows each time[data-local] in the time zone of the user. The title keeps the time in UTC. */
export function localTimes(): void {
  const date = { day: "numeric", month: "short", year: "numeric" } as const;
  const formats = {
    day: new Intl.DateTimeFormat("en", date),
    minute: new Intl.DateTimeFormat("en", {
      ...date,
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }),
  };
  const localize = () => {
    for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-local]")) {
      const format = time.dataset["local"] === "minute" ? formats.minute : formats.day;
      time.textContent = format.format(new Date(time.dateTime));
    }
  };
  localize();
  document.addEventListener("parts-replaced", localize);
}
