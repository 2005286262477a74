// Pages that speak of cookies, ask questions, lock their own scrolling or talk about chats: blocking leaves them alone.
import { expect, inject, it } from "vitest";
import { BLOCK_EVERYTHING, shoot, wasSaid } from "../../support/blocking-pages.ts";
import { expectSamePicture } from "../../support/image.ts";

const names = inject("site").benignPages;

it("there are at least thirty of them", () => {
  expect(names.length).toBeGreaterThanOrEqual(30);
});

it.each(names)("%s stays as it is, to the pixel", async (name) => {
  const where = name === "chat-company" ? { home: "www.intercom.com" } : {};
  const path = `/benign/${name}.html`;
  const [blocked, plain] = await Promise.all([
    shoot(path, BLOCK_EVERYTHING, where),
    shoot(path, {}, where),
  ]);

  expect(wasSaid("accepted", blocked.requests)).toBe(false);
  await expectSamePicture(blocked.file, plain.file);
});
