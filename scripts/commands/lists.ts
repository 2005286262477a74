// npm run lists: compiles the filter lists anew, for instance after one of their packages was updated.
import { prepareBlockingData } from "../blocking/blocking-data.ts";
import { runCommand } from "../lib/command.ts";

const usage = `npm run lists

Compiles what the block_* options work with from the pinned packages. npm start, npm test and npm run deploy do it by
themselves when something is missing or a version has changed.`;

await runCommand(usage, async () => {
  const made = await prepareBlockingData({ anew: true });
  for (const name of made) console.log(name);
});
