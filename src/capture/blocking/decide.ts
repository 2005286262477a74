// Which requests and which elements of a page the block_* options take away. Pure.
import type { CaptureOptions } from "../../contract/capture-options.ts";
import { type Category, vendors } from "./vendors.ts";

/** `isUnwanted` judges the address of a request; `selectors` are to be hidden. */
export type Blocking = { isUnwanted: (address: string) => boolean; selectors: string[] };

type BlockOptions = Pick<CaptureOptions, "block_ads" | "block_cookie_banners" | "block_chats">;

/** Undefined where nothing is to be blocked. The target's own vendor is never blocked: its site would not work. */
export function decideBlocking(options: BlockOptions, target: URL): Blocking | undefined {
  const categories = (["ads", "cookie_banners", "chats"] as const).filter(
    (name) => options[optionOf[name]],
  );
  if (categories.length === 0) return undefined;

  const hosts = categories
    .flatMap((name) => vendors[name].hosts)
    .filter((host) => !isUnder(target.hostname, host));
  return {
    isUnwanted: (address) => {
      const host = URL.parse(address)?.hostname;
      return host !== undefined && hosts.some((vendor) => isUnder(host, vendor));
    },
    selectors: categories.flatMap((name) => vendors[name].selectors),
  };
}

const optionOf: Record<Category, keyof BlockOptions> = {
  ads: "block_ads",
  cookie_banners: "block_cookie_banners",
  chats: "block_chats",
};

function isUnder(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
