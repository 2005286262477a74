// The landing page.
import { expect, it } from "vitest";
import { readDimensions } from "../../../src/capture/encode/dimensions.ts";
import { createVisitor } from "../../support/visitor.ts";

it("The landing page shows an example image of the stated size, in both color schemes.", async () => {
  const visitor = createVisitor();
  const page = await visitor.read("/");
  const paths = [...page.matchAll(/(?:src|srcset)="([^"]*\.webp)"/g)].map(([, path = ""]) => path);
  expect(paths).toEqual(["/assets/images/docs-dark.webp", "/assets/images/docs-light.webp"]);
  for (const path of paths) {
    const answer = await visitor.get(path);
    expect(answer.headers.get("Content-Type")).toBe("image/webp");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(bytes.length).toBeLessThan(50_000);
    const { widthPx, heightPx } = readDimensions(bytes);
    expect(page).toContain(`width="${widthPx}" height="${heightPx}"`);
    expect(page).toContain(
      `"viewport_width": ${widthPx}, "viewport_height": ${heightPx}`.replaceAll('"', "&quot;"),
    );
  }
  expect((await visitor.get("/assets/images/other.webp")).status).toBe(404);
});

it("The pages of visitors lead to the guides and the API reference.", async () => {
  const visitor = createVisitor();
  for (const path of ["/", "/sign-in", "/nowhere"]) {
    const page = await visitor.read(path);
    for (const target of ["/docs", "/docs/api"]) expect(page, path).toContain(`href="${target}"`);
  }
});
