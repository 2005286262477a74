// Runs in the browser of the user, because only the browser knows the time zone of the user.

/** Shows each time[data-local] in the time zone of the user. The title keeps the time in UTC. */
export function localTimes(): void {
  const day = { day: "numeric", month: "short", year: "numeric" } as const;
  const minute = { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const formats = new Map([
    ["day", new Intl.DateTimeFormat("en", day)],
    ["minute", new Intl.DateTimeFormat("en", minute)],
    ["zone", new Intl.DateTimeFormat("en", { ...minute, timeZoneName: "short" })],
  ]);
  const localize = () => {
    for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-local]")) {
      const format = formats.get(time.dataset["local"] ?? "");
      if (format !== undefined) time.textContent = format.format(new Date(time.dateTime));
    }
  };
  localize();
  document.addEventListener("parts-replaced", localize);
}
