// A signed link in somebody's page: shown by an <img>, until it is changed, expired or revoked.
import { expect, inject, it } from "vitest";
import { linkKeyOf, signLink } from "../../src/contract/signed-link.ts";
import { useBrowser } from "./support/visitor.ts";

const { url } = inject("dashboard");
const { origin } = inject("site");
const visit = useBrowser();

it("is shown by an image of another site, and no more once it is changed, expired or revoked", async () => {
  await visit({ elsewhere: origin }, async ({ page, open, signUp, createKey }) => {
    await signUp();
    const key = await createKey();
    const sign = async (name: string, seconds: number) =>
      signLink(
        url,
        { url: `${url}/`, name, options: { viewport_width: 640, viewport_height: 400 } },
        new Date(Date.now() + seconds * 1_000),
        await linkKeyOf(key),
      );
    /** Width and height of the picture that a page of another site gets to see; zeros when it gets none. */
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
    await page.getByText("The key has been revoked.").waitFor();
    // One that the browser has not kept.
    expect(await show(await sign("three", 3_600))).toEqual([0, 0]);
    const refusal = await fetch(link);
    expect(refusal.status).toBe(401);
    expect(await refusal.json()).toMatchObject({ error: { code: "invalid_api_key" } });
  });
});
