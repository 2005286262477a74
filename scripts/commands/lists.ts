// npm run lists: compiles all blocking data again, for example after an update of a package.
import { prepareBlockingData } from "../blocking/blocking-data.ts";
import { runCommand } from "../lib/command.ts";

const usage = `npm run lists

Compiles the data of the block_* options from the pinned packages. npm start, npm test and npm run deploy also compile
the files that are missing or whose sources have changed.`;

await runCommand(usage, async () => {
  const built = await prepareBlockingData({ force: true });
  for (const name of built) console.log(name);
});
