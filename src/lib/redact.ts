// Removes secrets from log text, because more people can read the logs than the data.

const RULES: [pattern: RegExp, replacement: string][] = [
  // Chromium and puppeteer append the full URL of the page.
  [/(net::ERR_\w+) at [^\n]*/g, "$1"],
  // Drizzle appends the parameters of a failed statement: hashes of keys, image keys, URLs and options.
  [/\bparams: [\s\S]*?(?=\n {4}at |$)/g, "params: [redacted]"],
  // Keep the scheme and the host of a URL.
  [
    /\b((?:https?|wss?):\/\/)(?:[^\s/?#"'<>]*@)?([^\s/?#"'<>)]*)[/?#][^\s"'<>)]*/g,
    "$1$2/[redacted]",
  ],
  [/\bdata:[\w/+.-]*[;,][^\s"'<>)]*/g, "data:[redacted]"],
  // API keys, secrets of webhooks, hashes, and keys of images.
  [/\b(es|whsec)_[0-9A-Za-z+/=]{8,}/g, "$1_[redacted]"],
  [/\b[0-9a-f]{40,}\b/g, "[redacted]"],
  [/\b[0-9A-Za-z_-]{32}\.(png|jpg|webp|pdf|thumbnail)\b/g, "[redacted].$1"],
];

export function redact(text: string): string {
  return RULES.reduce(
    (result, [pattern, replacement]) => result.replaceAll(pattern, replacement),
    text,
  );
}
