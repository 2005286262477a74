// Recognizes host names that need no DNS lookup.

/** Returns whether `hostname`, from a URL, is localhost or an IP literal. DNS rebinding is possible only with other names. */
export function isFixedHost(hostname: string): boolean {
  return hostname === "localhost" || hostname.startsWith("[") || /^\d+(\.\d+){3}$/.test(hostname);
}
