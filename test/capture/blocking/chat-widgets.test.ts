// block_chats: widgets from the vendors' hosts, and the same markup from the page's own.
import { describe, expect, it } from "vitest";
import { cleanPage, hostsOf, shoot } from "../../support/blocking-pages.ts";
import { type Colour, decodePicture, expectSamePicture, hasColour } from "../../support/image.ts";
import { layoutOf, slugOf } from "../site/blocking/catalog.ts";
import { chatWidgets } from "../site/blocking/chat-widgets.ts";

const CHAT: Colour = [0, 200, 220, 255];

const cases = chatWidgets.map(({ name, script }) => ({ name, script, slug: slugOf(name) }));

describe.each(cases)("$name", ({ script, slug }) => {
  it("is gone without a trace, and its vendor was not asked", async () => {
    const path = `/chat/${slug}?from=${script === undefined ? "page" : "vendor"}`;
    const { file, requests } = await shoot(path, { full_page: true, block_chats: true });

    expect(hostsOf(requests)).toEqual([]);
    await expectSamePicture(file, await cleanPage(layoutOf("chat", slug)));
  });

  it.skipIf(script === undefined)("is gone where the page's own host serves it", async () => {
    const { file } = await shoot(`/chat/${slug}?from=page`, { full_page: true, block_chats: true });

    await expectSamePicture(file, await cleanPage(layoutOf("chat", slug)));
  });

  it("is there unless asked away", async () => {
    const { file } = await shoot(`/chat/${slug}?from=page`, {});

    expect(hasColour(await decodePicture(file), CHAT)).toBe(true);
  });
});
