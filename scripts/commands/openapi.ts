// npm run openapi: checks the OpenAPI document with the linters and code generators that its readers use.
import { runCommand } from "../lib/command.ts";
import { checkOpenApi } from "../openapi/check-openapi.ts";

const usage = `npm run openapi

Lints /openapi.json with the recommended rules of Redocly and Spectral, generates types with openapi-typescript and hey-api, and
compiles them. The tools need 140 MB, so they are not dependencies: the first run installs them in .cache/openapi-tools.`;

await runCommand(usage, checkOpenApi);
