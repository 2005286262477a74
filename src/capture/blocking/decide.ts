// Which elements of a page the block_* options take away. Pure.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { vendors } from "./vendors.ts";

type BlockOptions = Pick<CaptureOptions, "block_ads" | "block_cookie_banners" | "block_chats">;

/** CSS selectors of what is to be hidden. */
export function blockedSelectors(options: BlockOptions): string[] {
  return [
    ...(options.block_ads ? vendors.ads : []),
    ...(options.block_cookie_banners ? vendors.cookie_banners : []),
    ...(options.block_chats ? vendors.chats : []),
  ];
}
