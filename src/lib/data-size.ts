const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

/** Formats a size in decimal units, such as "500 MB" or "1.23 GB". Rounds down to two decimals. */
export function formatBytes(bytes: number): string {
  const unit = UNITS.findIndex((_, i) => bytes < 1000 ** (i + 1) || i === UNITS.length - 1);
  return `${Math.floor((bytes * 100) / 1000 ** unit) / 100} ${UNITS[unit]}`;
}
