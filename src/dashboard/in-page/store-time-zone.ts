// Runs in the browser of the user, because only the browser knows the time zone of the user.

/** Stores the time zone in a cookie for the gallery. Loads the first page with form[data-time-zone] again. */
export function storeTimeZone(): void {
  if (document.querySelector("[data-member]") === null) return;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const cookie = `edgeshot-time-zone=${encodeURIComponent(timeZone)}`;
  const isStored = () => document.cookie.split("; ").includes(cookie);
  if (isStored()) return;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${cookie}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  // Without this check, a browser that refuses cookies would load the page in a loop.
  if (isStored() && document.querySelector("form[data-time-zone]") !== null) location.reload();
}
