// npm run lists: compiles the filter lists anew, for instance after one of their packages was updated.
import { parseArgs } from "node:util";
import { prepareBlockingData } from "./blocking-data.ts";
import { runCommand } from "./command.ts";

const usage = `npm run lists [-- --if-changed]

Compiles what the block_* options work with from the pinned packages. npm start, npm test and npm run deploy do it by
themselves when something is missing or a version has changed.

  --if-changed  only what is missing or has changed`;

await runCommand(usage, async () => {
  const { values } = parseArgs({ options: { "if-changed": { type: "boolean", default: false } } });
  const made = await prepareBlockingData({ anew: !values["if-changed"] });
  for (const name of made) console.log(name);
});
