// An address as it may be shown: in an answer, a record, a log.

/** The same address without user name and password; anything else stays as it is written. */
export function withoutCredentials(address: string): string {
  const url = URL.parse(address);
  if (url === null || (url.username === "" && url.password === "")) return address;
  url.username = "";
  url.password = "";
  return url.href;
}
