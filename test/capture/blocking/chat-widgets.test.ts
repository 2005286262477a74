// block_chats: widgets from the vendors' hosts, and the same markup from the page's own.
import { describe, expect, it } from "vitest";
import { shoot } from "../../support/blocking-pages.ts";
import { type Colour, decodePicture, hasColour } from "../../support/picture.ts";
import { slugOf } from "../site/blocking/catalog.ts";
import { chatWidgets } from "../site/blocking/chat-widgets.ts";

const CHAT: Colour = [0, 200, 220, 255];

const cases = chatWidgets.map(({ name }) => ({ name, slug: slugOf(name) }));

describe.each(cases)("$name", ({ slug }) => {
  it("is there unless asked away", async () => {
    const { file } = await shoot(`/chat/${slug}?from=page`, {});

    expect(hasColour(await decodePicture(file), CHAT)).toBe(true);
  });
});
