// block_chats: removes widgets from the vendors' hosts and from the page's own host.
import { describe, expect, it } from "vitest";
import { cleanPage, HALF_SIZE, hostsOf, shoot } from "../../support/blocking-pages.ts";
import { type Colour, decodeImage, expectSameImage, hasColour } from "../../support/image.ts";
import { layoutOf, slugOf } from "../site/blocking/catalog.ts";
import { chatWidgets } from "../site/blocking/chat-widgets.ts";
import { chatLaunchers, otherLaunchers } from "../site/blocking/launchers.ts";

const CHAT: Colour = [0, 200, 220, 255];

const cases = chatWidgets.map(({ name, script }) => ({ name, script, slug: slugOf(name) }));

describe.each(cases)("$name", ({ script, slug }) => {
  it("The option removes the widget without a trace, and its vendor receives no request.", async () => {
    const path = `/chat/${slug}?from=${script === undefined ? "page" : "vendor"}`;
    const { file, requests } = await shoot(path, { full_page: true, block_chats: true });

    expect(hostsOf(requests)).toEqual([]);
    await expectSameImage(file, await cleanPage(layoutOf("chat", slug)));
  });

  it("The widget is visible without the option.", async () => {
    const { file } = await shoot(`/chat/${slug}?from=page`, HALF_SIZE);

    expect(hasColour(await decodeImage(file), CHAT)).toBe(true);
  });
});

// Widgets without a vendor script always come from the page's own host; the first test above covers them.
describe.each(cases.filter(({ script }) => script !== undefined))("$name", ({ slug }) => {
  it("The option removes the widget if the page's own host serves it.", async () => {
    const { file } = await shoot(`/chat/${slug}?from=page`, { full_page: true, block_chats: true });

    await expectSameImage(file, await cleanPage(layoutOf("chat", slug)));
  });
});

describe.each(chatLaunchers.map(({ name }, index) => ({ name, index })))("$name", ({ index }) => {
  const path = `/launchers/chat?index=${index}`;

  it("The option removes the launchers and panels without a trace.", async () => {
    const [{ file }, plain] = await Promise.all([
      shoot(path, { full_page: true, block_chats: true }),
      shoot(path, HALF_SIZE),
    ]);

    expect(hasColour(await decodeImage(plain.file), CHAT)).toBe(true);
    await expectSameImage(file, await cleanPage("news"));
  });
});

it.each(otherLaunchers.map(({ name }, index) => ({ name, index })))(
  "The option does not change a page with $name",
  async ({ index }) => {
    const path = `/launchers/other?index=${index}`;
    const [blocked, plain] = await Promise.all([
      shoot(path, { block_chats: true }),
      shoot(path, {}),
    ]);

    await expectSameImage(blocked.file, plain.file);
  },
);
