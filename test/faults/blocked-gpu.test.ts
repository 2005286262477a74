// A page that blocks the GPU process of its browser, which all pages of the browser share.
import { expect, it } from "vitest";
import { seedAccount } from "../support/accounts.ts";
import { createApi } from "../support/api.ts";
import { endBrowsers, liveBrowsers } from "../support/browsers.ts";
import { expectError } from "../support/expectations.ts";
import { expectColour, freshPath, hitsAt, pageOf } from "../support/pages.ts";

/** Draws with a shader that runs for minutes. */
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

it("A browser whose GPU process is blocked is replaced, and its other captures are repeated.", async () => {
  await endBrowsers();
  const api = createApi({ vars: { BROWSER_SESSIONS: "1", CAPTURES_PER_SESSION: "2" } });
  const [hostile, honest] = [await seedAccount(), await seedAccount()];
  const send = (html: string, timeout: number, { key }: { key: string }) =>
    api.post("/v1/capture", { url: pageOf(html), options: { timeout } }, { key });
  const path = `${freshPath()}&delay=1000`;

  const blocking = send(`<body><script>${SLOW_SHADER}</script><img src="${path}">`, 6_000, hostile);
  await expect.poll(async () => (await hitsAt(path)).requests, { timeout: 20_000 }).toBe(1);
  const [blocked = ""] = await liveBrowsers();
  const victim = send(green, 60_000, honest);

  await expectError(await blocking, 504, "navigation_timeout");
  await expectColour(await victim, "green");
  expect(await liveBrowsers()).not.toContain(blocked);
  await expectColour(await send(green, 60_000, honest), "green");
  await api.settled();
}, 120_000);
