// npm run build:client: builds the installable package of the client.
import { buildClient } from "../client/build-client.ts";
import { runCommand } from "../lib/command.ts";

const usage = `npm run build:client

Builds the package edgeshot/client in dist/client: client.js and client.d.ts, without dependencies. npm start, npm test and
npm run deploy build the same files for GET /client.js, /client.d.ts and /client.tgz.`;

await runCommand(usage, async () => {
  for (const [file, bytes] of Object.entries(await buildClient())) console.log(`${file} ${bytes}`);
});
