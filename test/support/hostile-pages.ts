// Pages that attack the service that captures them. Their server answers /target, and sends a flood of frames to WebSockets
// (web-socket.ts).

const green = `<body style="background:green">`;
const inScript = (js: string) => `${green}<script>${js}</script>`;
const inWorker = (js: string) =>
  inScript(`new Worker(URL.createObjectURL(new Blob([${JSON.stringify(js)}])))`);

const LOG_LARGE_TEXT = `const text = "x".repeat(20e6); for (let i = 0; i < 40; i++) console.log(text)`;
const FAIL_REPEATEDLY = `for (let i = 0; i < 20000; i++) {
  setTimeout(() => { throw new Error("x".repeat(10000)) });
  Promise.reject(new Error("y".repeat(10000)));
}`;

/** Floods that a capture tolerates: the image is green. */
export const toleratedFloods = {
  "4,000 requests": inScript(`for (let i = 0; i < 4000; i++) fetch("data:,")`),
  // Chromium ignores most of these calls (scripts/local/browser-wrapper.ts).
  navigations: inScript(`for (let i = 0; i < 20000; i++) history.replaceState(i, "", "#" + i)`),
  "large console messages": inScript(LOG_LARGE_TEXT),
  "large console messages of a worker": inWorker(LOG_LARGE_TEXT),
  uploads: inScript(
    `const body = "x".repeat(5e6); for (let i = 0; i < 20; i++) fetch("/target", { method: "POST", body })`,
  ),
  "uncaught errors and rejections": inScript(FAIL_REPEATEDLY),
  "uncaught errors and rejections of a worker": inWorker(FAIL_REPEATEDLY),
};

/** Floods that exceed the limits of a capture. */
export const excessiveFloods = {
  requests: inScript(`for (let i = 0; i < 8000; i++) fetch("data:,")`),
  // 180 MB.
  "WebSocket frames": inScript(
    `new WebSocket("ws://" + location.host + "/frames?count=3000&bytes=60000")`,
  ),
};

/** Pages that end with an image or with an error, depending on the machine. */
const exhaustingPages = {
  "an endless loop": inScript("for (;;);"),
  "endless reloads": inScript("location.reload()"),
  "endless requests": inScript(`setInterval(() => fetch("/target"), 1)`),
  "a hundred dialogs": inScript("for (let i = 0; i < 100; i++) alert(i)"),
  "all memory": inScript(
    "const parts = []; for (;;) parts.push(new Array(1e6).fill(parts.length))",
  ),
  "many frames": inScript(
    `for (let i = 0; i < 300; i++) document.body.append(document.createElement("iframe"))`,
  ),
};

export const allHostilePages: Record<string, string> = {
  ...toleratedFloods,
  ...excessiveFloods,
  ...exhaustingPages,
};
