// What the block_* options of one capture do to its page.
import type { FiltersEngine } from "@ghostery/adblocker";
import type { CaptureOptions } from "../../contract/capture-options.ts";
import type { Judge } from "../frame-judges.ts";
import type { Category, Lists } from "./lists.ts";
import { RequestFilter } from "./requests.ts";
import { standInFor } from "./stand-ins.ts";

export type Blocking = {
  judge: Judge;
};

type BlockOptions = Pick<CaptureOptions, "block_ads" | "block_cookie_banners" | "block_chats">;

/** Undefined where nothing is to be blocked. A list that cannot be read is left out. */
export async function openBlocking(
  lists: Lists,
  options: BlockOptions,
  target: URL,
): Promise<Blocking | undefined> {
  const wanted = CATEGORIES.filter(([option]) => options[option]).map(([, category]) => category);
  if (wanted.length === 0) return undefined;

  const [vendorDomains, ...engines] = await Promise.all([
    lists.vendorDomains(),
    ...wanted.map(async (category) => [category, await lists.engine(category)] as const),
  ]);
  const known = engines.filter(
    (entry): entry is [Category, FiltersEngine] => entry[1] !== undefined,
  );
  const requests = new RequestFilter(new Map(known), target, vendorDomains);

  return {
    judge(event) {
      if (requests.judge(event) === undefined) return "go";
      // A frame whose document is refused shows the browser's own error page.
      if (event.resourceType === "Document") return { contentType: "text/html", body: "" };
      const body = event.resourceType === "Script" ? standInFor(event.request.url) : "";
      return body === "" ? "refuse" : { contentType: "text/javascript", body };
    },
  };
}

const CATEGORIES = [
  ["block_ads", "ads"],
  ["block_cookie_banners", "cookie_banners"],
  ["block_chats", "chats"],
] as const;
