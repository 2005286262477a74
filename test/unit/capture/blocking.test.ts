import { expect, it } from "vitest";
import { decideBlocking } from "../../../src/capture/blocking/decide.ts";

const off = { block_ads: false, block_cookie_banners: false, block_chats: false };
const shop = new URL("https://shop.example/");

it("decides nothing where nothing is to be blocked", () => {
  expect(decideBlocking(off, shop)).toBeUndefined();
});

it("refuses a vendor's host and its subdomains, but no look-alike", () => {
  const blocking = decideBlocking({ ...off, block_ads: true }, shop);

  expect(blocking?.isUnwanted("https://ad.doubleclick.net/a.js")).toBe(true);
  expect(blocking?.isUnwanted("https://doubleclick.net/a.js")).toBe(true);
  expect(blocking?.isUnwanted("https://notdoubleclick.net/a.js")).toBe(false);
  expect(blocking?.isUnwanted("https://shop.example/?x=doubleclick.net")).toBe(false);
});

it("blocks one category without the others", () => {
  const blocking = decideBlocking({ ...off, block_chats: true }, shop);

  expect(blocking?.isUnwanted("https://client.crisp.chat/l.js")).toBe(true);
  expect(blocking?.isUnwanted("https://ad.doubleclick.net/a.js")).toBe(false);
});

it("never blocks the vendor whose own site is captured", () => {
  const blocking = decideBlocking({ ...off, block_chats: true }, new URL("https://crisp.chat/en/"));

  expect(blocking?.isUnwanted("https://client.crisp.chat/l.js")).toBe(false);
});
