// Pages with cookies, questions, locked scrolling or chats as their content. Blocking must not change them.
import { expect, inject, it } from "vitest";
import { BLOCK_EVERYTHING, shoot, hasAnswered } from "../../support/blocking-pages.ts";
import { expectSameImage } from "../../support/image.ts";

const names = inject("site").benignPages;

it("The site contains at least thirty benign pages.", () => {
  expect(names.length).toBeGreaterThanOrEqual(30);
});

it.each(names)("Blocking changes no pixel of the page %s.", async (name) => {
  const settings = name === "chat-company" ? { host: "www.intercom.com" } : {};
  const path = `/benign/${name}.html`;
  const [blocked, plain] = await Promise.all([
    shoot(path, BLOCK_EVERYTHING, settings),
    shoot(path, {}, settings),
  ]);

  expect(hasAnswered("accepted", blocked.requests)).toBe(false);
  await expectSameImage(blocked.file, plain.file);
});
