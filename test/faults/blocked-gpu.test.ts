// A page that blocks the GPU process of its browser, which all pages of the browser share.
import { expect, it } from "vitest";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { endBrowsers, liveBrowsers } from "../support/browsers.ts";
import { expectError } from "../support/expectations.ts";
import { expectColour, freshPath, hitsAt, pageOf } from "../support/pages.ts";

/** Draws with a shader that runs for minutes. Begins when the page has loaded, because navigation has a shorter timeout. */
const SLOW_SHADER = `const canvas = document.createElement("canvas"), gl = canvas.getContext("webgl2");
  document.body.append(canvas);
  const program = gl.createProgram();
  const add = (type, source) => {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, "#version 300 es\\n" + source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  };
  add(gl.VERTEX_SHADER, \`void main() {
    gl_Position = vec4(float(gl_VertexID % 2) * 4. - 1., float(gl_VertexID / 2) * 4. - 1., 0, 1);
  }\`);
  add(gl.FRAGMENT_SHADER, \`precision highp float; out vec4 color; void main() {
    float x = 0.;
    for (int i = 0; i < 1000000000; i++) x = sin(x + float(i));
    color = vec4(x);
  }\`);
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.drawArrays(gl.TRIANGLES, 0, 3);`;

const green = `<body style="background:green">`;

type Api = ReturnType<typeof createApi>;

const oneBrowser = { BROWSER_SESSIONS: "1", CAPTURES_PER_SESSION: "2" };

/** Blocks a browser with two slots. Returns its id and the response to the hostile capture. */
async function blockBrowser(api: Api, timeout: number, { key }: { key: string }) {
  await endBrowsers();
  const path = `${freshPath()}&delay=1000`;
  const begin = `${SLOW_SHADER}; new Image().src = "${path}"`;
  const html = `<body><script>addEventListener("load", () => setTimeout(() => { ${begin} }))</script>`;
  const response = api.post("/v1/capture", { url: pageOf(html), options: { timeout } }, { key });
  await expect.poll(async () => (await hitsAt(path)).requests, { timeout: 20_000 }).toBe(1);
  const [browserId = ""] = await liveBrowsers();
  return { browserId, response };
}

const sendGreen = (api: Api, { key }: { key: string }) =>
  api.post("/v1/capture", { url: pageOf(green), options: { timeout: 60_000 } }, { key });

it("A browser whose GPU process is blocked is replaced, and its other captures are repeated.", async () => {
  const api = createApi({ vars: { ...oneBrowser, ACCOUNT_SLOTS: "2" } });
  const account = await seedAccount();
  const blocked = await blockBrowser(api, 6_000, account);
  const victim = sendGreen(api, account);

  await expectError(await blocked.response, 504, "navigation_timeout");
  await expectColour(await victim, "green");
  expect(await liveBrowsers()).not.toContain(blocked.browserId);
  await expectColour(await sendGreen(api, account), "green");
  await api.settled();
}, 120_000);

it("A browser whose GPU process is blocked is replaced before the timeout if another account uses it.", async () => {
  const api = createApi({ vars: oneBrowser });
  const blocked = await blockBrowser(api, 90_000, await seedAccount());

  await expectColour(await sendGreen(api, await seedAccount()), "green");
  expect(await liveBrowsers()).not.toContain(blocked.browserId);

  // The hostile capture ends when it loses its browser for the second time.
  let isRunning = true;
  void blocked.response.finally(() => (isRunning = false));
  const endHostile = async () => (await endBrowsers(), isRunning);
  await expect.poll(endHostile, { timeout: 90_000, interval: 500 }).toBe(false);
  await api.settled();
}, 180_000);
