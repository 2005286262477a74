// Sizes in decimal units.
const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

/** Formats a size in decimal units, such as "500 MB" or "1.23 GB". Rounds down to two decimals. */
export function formatBytes(bytes: number): string {
  const unit = UNITS.findIndex((_, i) => bytes < 1000 ** (i + 1) || i === UNITS.length - 1);
  return `${Math.floor((bytes * 100) / 1000 ** unit) / 100} ${UNITS[unit]}`;
}

/** Returns the bytes of a size such as "500 MB", "1.5GB" or "500000000", or undefined for other text. */
export function parseBytes(text: string): number | undefined {
  const [, amount, unit = "bytes"] = /^([\d.]+)\s*(bytes|[KMGT]B)?$/i.exec(text.trim()) ?? [];
  const exponent = UNITS.findIndex((name) => name.toLowerCase() === unit.toLowerCase());
  const bytes = Math.round(Number(amount) * 1000 ** exponent);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}
