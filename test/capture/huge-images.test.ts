// Images of 20,000 × 20,000 pixels: the capture ends, and its browser and the captures next to it survive.
import { inject, it } from "vitest";
import { capture } from "../support/capture.ts";
import { expectError } from "../support/expectations.ts";
import { expectColour, pageOf } from "../support/pages.ts";

const { origin } = inject("site");
const green = `<body style="background:green">`;

it.each([
  // Two cores do not decode this image within half a minute either.
  ["png", 10_000],
  ["jpeg", 30_000],
])(
  "A page with a %s image of 20,000 × 20,000 pixels is captured or fails, and other captures succeed.",
  async (format, timeout) => {
    const page = pageOf(`${green}<img width=100 src="${origin}/huge-image?format=${format}">`);
    const [answer, other] = await Promise.all([
      capture(page, { timeout }),
      capture(pageOf(green), { timeout: 30_000 }),
    ]);

    if (answer.status === 200) await expectColour(answer, "green");
    else if (answer.status === 504) await expectError(answer, 504, "navigation_timeout");
    else await expectError(answer, 500, "render_failed");
    await expectColour(other, "green");
    await expectColour(await capture(pageOf(green)), "green");
  },
);
