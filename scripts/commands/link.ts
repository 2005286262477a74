// npm run link: a signed link, which shows a capture in a page without showing the key.
import { linkKeyOf, signLink } from "../../src/contract/signed-link.ts";
import { runCommand, UsageError } from "../lib/command.ts";
import { readDemoKey } from "../local/demo-account.ts";
import { findServices } from "../local/runs.ts";
import { optionLines, readFlags, readOptions } from "../lib/shot-flags.ts";

const usage = `npm run -s link -- URL --expires 30d [--key KEY] [--service URL] [options]

Prints a signed link to GET /v1/capture, for <img src="…">. It says nothing of the key, and all of its options.
    --expires   how long it works: a number of s, m, h or d, or a time in ISO 8601
    --key       the key that signs, and pays; otherwise EDGESHOT_KEY, otherwise the local one
    --service   where the service is; otherwise EDGESHOT_URL, otherwise this checkout's

${optionLines()}`;

const UNIT_SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 };

await runCommand(usage, async () => {
  const { url, own, options } = readFlags(process.argv.slice(2), ["expires", "key", "service"]);
  if (!/^https?:\/\//i.test(url) || URL.parse(url) === null)
    throw new UsageError("The address must be a valid URL that begins with http:// or https://.");
  const { EDGESHOT_KEY, EDGESHOT_URL, PORT = "8787" } = process.env;
  const key = own.key ?? EDGESHOT_KEY ?? readDemoKey();
  if (key === undefined)
    throw new UsageError("There is no local key yet: run npm start once, or say --key.");
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
      : new Date(Date.now() + Number(count) * UNIT_SECONDS[unit as "s"] * 1_000); // one of the four
  if (Number.isNaN(expiresAt.getTime()))
    throw new UsageError("--expires must be like 90m, 12h or 30d, or a time such as 2027-01-31.");
  if (expiresAt <= new Date()) throw new UsageError("--expires is over already.");
  return expiresAt;
}
