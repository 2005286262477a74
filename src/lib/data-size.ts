// Sizes as people read them.

const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

/** "500 MB", "1.23 GB": decimal units, at most two decimals, never more than there is. */
export function formatBytes(bytes: number): string {
  const unit = UNITS.findIndex((_, i) => bytes < 1000 ** (i + 1) || i === UNITS.length - 1);
  return `${Math.floor((bytes * 100) / 1000 ** unit) / 100} ${UNITS[unit]}`;
}
