// npm run link: prints a signed link, which embeds a capture in a page without exposing the key.
import { linkKeyOf, signLink } from "../../src/contract/signed-link.ts";
import { runCommand, UsageError } from "../lib/command.ts";
import { readDemoKey } from "../local/demo-account.ts";
import { findServices } from "../local/runs.ts";
import { optionLines, readFlags, readOptions } from "../lib/shot-flags.ts";

const usage = `npm run -s link -- URL --expires 30d [--key KEY] [--service URL] [options]

Prints a signed link to GET /v1/capture, for <img src="…">. The link contains all options, but not the key.
    --expires   validity: a number of s, m, h or d, or a time in ISO 8601
    --key       the key that signs the link and is charged; default: EDGESHOT_KEY, then the local key
    --service   the service's URL; default: EDGESHOT_URL, then this checkout's service

${optionLines()}`;

const UNIT_SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 };

await runCommand(usage, async () => {
  const { url, own, options } = readFlags(process.argv.slice(2), ["expires", "key", "service"]);
  if (!/^https?:\/\//i.test(url) || URL.parse(url) === null)
    throw new UsageError("URL must be a valid URL that begins with http:// or https://.");
  const { EDGESHOT_KEY, EDGESHOT_URL, PORT = "8787" } = process.env;
  const key = own.key ?? EDGESHOT_KEY ?? readDemoKey();
  if (key === undefined)
    throw new UsageError("There is no local key yet. Run npm start once, or set --key.");
  const service =
    own.service ?? EDGESHOT_URL ?? findServices()[0]?.url ?? `http://localhost:${PORT}`;
  const link = await signLink(
    service,
    { url, options: readOptions(options) },
    readExpiry(own.expires ?? ""),
    await linkKeyOf(key),
  );
  console.log(link);
});

function readExpiry(text: string): Date {
  const [, count, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const expiresAt =
    count === undefined
      ? new Date(text)
      : new Date(Date.now() + Number(count) * UNIT_SECONDS[unit as "s"] * 1_000); // the pattern matches these four
  if (Number.isNaN(expiresAt.getTime()))
    throw new UsageError(
      "--expires must be a duration such as 90m, 12h or 30d, or a time such as 2027-01-31.",
    );
  if (expiresAt <= new Date()) throw new UsageError("--expires must be in the future.");
  return expiresAt;
}
