// metadata.page: what the captured page states about itself.
import { expect, inject, it } from "vitest";
import type { CaptureOptionsInput } from "../../src/contract/capture-options.ts";
import type { CaptureAnswer } from "../../src/contract/screenshot.ts";
import { capture, captureHtml } from "../support/capture.ts";
import { pageOf } from "../support/pages.ts";

const { origin } = inject("site");

async function factsOf(path: string, options: CaptureOptionsInput = {}) {
  const answer = await capture(path, { ...options, response_type: "json" });
  return (await answer.json<CaptureAnswer>()).data.metadata.page;
}

it.each(["png", "pdf"] as const)(
  "A %s capture reports the page and its final URL.",
  async (format) => {
    const html = `<html lang="de-CH"><meta name=Description content="  Über\nuns ">
    <title>Die  Firma</title><script>history.replaceState(0, "", "/company#top")</script><p>1`;

    expect(await factsOf(pageOf(html), { format, full_page: true })).toEqual({
      title: "Die Firma",
      description: "Über uns",
      url: `${origin}/company#top`,
      language: "de-CH",
    });
  },
);

it("A page that replaces built-ins is described correctly.", async () => {
  const html = `<meta property="og:description" content="Shared">
    <title>Real</title><img name=title><script>String.prototype.slice = () => "fake"</script>`;

  expect(await factsOf(pageOf(html))).toMatchObject({ description: "Shared" });
});

it("A page whose scripts run without a pause is described.", async () => {
  const html = `<title>Busy</title><script>
      const work = () => { const start = performance.now(); while (performance.now() < start + 1200); setTimeout(work) };
      addEventListener("load", work)</script>`;

  expect(await factsOf(pageOf(html))).toMatchObject({ title: "Busy" });
});

it("Long texts are cut off between characters.", async () => {
  const title = "🦊".repeat(400);
  const html = `<meta name=description content="${"word ".repeat(50_000)}"><title>${title}</title>`;
  const answer = await captureHtml(html, { response_type: "json" });
  const { page } = (await answer.json<CaptureAnswer>()).data.metadata;

  expect(page).toEqual({ title: "🦊".repeat(300), description: "word ".repeat(200).trim() });
});
