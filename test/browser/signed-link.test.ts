// A signed link in an <img> of another site.
import { expect, inject, it } from "vitest";
import { linkKeyOf, signLink } from "../../src/contract/signed-link.ts";
import { findDashboard } from "./support/dashboard.ts";
import { useBrowser } from "./support/visitor.ts";

const { url } = await findDashboard();
const { origin } = inject("site");
const visit = useBrowser();

it("An <img> of another site shows a signed link until the link is changed, expired or revoked.", async () => {
  await visit({ otherOrigin: origin }, async ({ page, open, signUp, createKey }) => {
    await signUp();
    const key = await createKey();
    const sign = async (name: string, seconds: number) =>
      signLink(
        url,
        { url: `${url}/`, name, options: { viewport_width: 640, viewport_height: 400 } },
        new Date(Date.now() + seconds * 1_000),
        await linkKeyOf(key),
      );
    /** Returns the width and height of the image in a page of another site; zeros when the image does not load. */
    const show = async (link: string) => {
      const html = `<link rel="icon" href="data:,"><img alt="" src="${link.replaceAll("&", "&amp;")}">`;
      await page.goto(`${origin}/page?html=${encodeURIComponent(html)}`);
      return page.locator("img").evaluate(async (image: HTMLImageElement) => {
        await image.decode().catch(() => undefined);
        return [image.naturalWidth, image.naturalHeight];
      });
    };

    const link = await sign("one", 3_600);
    expect(await show(link)).toEqual([640, 400]);
    expect(await show(link.replace("viewport_width=640", "viewport_width=641"))).toEqual([0, 0]);
    expect(await show(await sign("two", -1))).toEqual([0, 0]);

    await open("/keys");
    await page.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("API key revoked.").waitFor();
    // A link that the browser has not cached.
    expect(await show(await sign("three", 3_600))).toEqual([0, 0]);
    const refusal = await fetch(link);
    expect(refusal.status).toBe(401);
    expect(await refusal.json()).toMatchObject({ error: { code: "invalid_api_key" } });
  });
});
