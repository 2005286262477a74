// In the place of wrangler: an account in a file, wrangler's own words for what it cannot do, and a list of what was asked.
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";

const { ACCOUNT_FILE = "", CALLS_FILE = "", REFUSES = "{}" } = process.env;
const args = process.argv.slice(2);
const command = args.join(" ");
type Account = { databases: string[]; migrated: boolean; secrets?: string[] };
const account: Account = existsSync(ACCOUNT_FILE)
  ? (JSON.parse(readFileSync(ACCOUNT_FILE, "utf8")) as Account)
  : { databases: [], migrated: false };
const save = () => writeFileSync(ACCOUNT_FILE, JSON.stringify(account));

appendFileSync(CALLS_FILE, `${command.replace(/\S+secrets\.json/, "FILE")}\n`);
for (const [start, words] of Object.entries(JSON.parse(REFUSES) as Record<string, string>)) {
  if (command.startsWith(start) && !command.includes("--dry-run")) fail(words);
}

if (command === "deploy --dry-run") {
  print(`Total Upload: 3718.82 KiB / gzip: ${process.env["GZIP_KIB"] ?? "762.79"} KiB`);
} else if (command === "d1 list --json") {
  print(JSON.stringify(account.databases.map((name) => ({ name, uuid: "x" }))));
} else if (command === "r2 bucket list" || command === "queues list") {
  print("");
} else if (command === "secret list --format json") {
  if (account.secrets === undefined) {
    fail(
      `Worker "edgeshot" not found.\n\nIf this is a new Worker, run \`wrangler deploy\` first to create it.`,
    );
  }
  print(JSON.stringify(account.secrets.map((name) => ({ name, type: "secret_text" }))));
} else if (command === "d1 create edgeshot") {
  account.databases.push("edgeshot");
  save();
} else if (command === "d1 migrations apply DB --remote") {
  if (!account.databases.includes("edgeshot"))
    fail("Couldn't find an auto-provisioned D1 DB named 'edgeshot'");
  account.migrated = true;
  save();
} else if (args[0] === "deploy") {
  const file = args[1] === "--secrets-file" ? args[2] : undefined;
  const given =
    file === undefined ? {} : (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>);
  account.secrets = [...new Set([...(account.secrets ?? []), ...Object.keys(given)])];
  appendFileSync(CALLS_FILE, `secret of ${(given["SECRET_KEY"] ?? "").length} characters\n`);
  save();
  print(
    "Deployed edgeshot triggers (1.20 sec)\n  https://edgeshot.someone.workers.dev\n  schedule: * * * * *",
  );
} else {
  fail(`Unknown arguments: ${command}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(words: string): never {
  process.stderr.write(`\n✘ [ERROR] ${words}\n`);
  process.exit(1);
}
