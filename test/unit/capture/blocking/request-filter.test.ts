import { FiltersEngine } from "@ghostery/adblocker";
import type { Protocol } from "devtools-protocol";
import { describe, expect, it } from "vitest";
import type { Category } from "../../../../src/capture/in-page/sweep/plan.ts";
import { BlockingIssues } from "../../../../src/capture/blocking/issues.ts";
import { RequestFilter } from "../../../../src/capture/blocking/request-filter.ts";

const ADS = [
  "||ads.example^",
  "||tracker.example^$third-party",
  "/banners/*$image",
  "@@||ads.example/needed.js",
];
const CHATS = ["||chat.example^$third-party", "@@||chat.example^$domain=partner.example"];

describe("judges by the lists", () => {
  it("refuses a listed host and its subdomains, but no look-alike and no mere mention", () => {
    const filter = filterFor("https://shop.example/", { ads: ADS });

    expect(judge(filter, "https://ads.example/a.js")).toBe("ads");
    expect(judge(filter, "https://eu.ads.example/a.js")).toBe("ads");
    expect(judge(filter, "https://notads.example/a.js")).toBeUndefined();
    expect(judge(filter, "https://shop.example/?from=ads.example/")).toBeUndefined();
  });

  it("honours exceptions, general ones and those of single sites", () => {
    expect(
      judge(filterFor("https://shop.example/", { ads: ADS }), "https://ads.example/needed.js"),
    ).toBeUndefined();
    const partner = filterFor("https://partner.example/", { chats: CHATS });
    expect(judge(partner, "https://chat.example/widget.js")).toBeUndefined();
  });

  it("tells which option refused, and how often", () => {
    const filter = filterFor("https://shop.example/", { ads: ADS, chats: CHATS });
    judge(filter, "https://chat.example/widget.js");
    judge(filter, "https://ads.example/a.js");
    judge(filter, "https://ads.example/b.js");

    expect(filter.counts).toEqual({ ads: 2, chats: 1 });
    expect(filter.blocked.get("https://chat.example/widget.js")).toBe("chats");
  });

  it("judges a type only where a rule names one", () => {
    const filter = filterFor("https://shop.example/", { ads: ADS });

    expect(judge(filter, "https://shop.example/banners/1.png", "Image")).toBe("ads");
    expect(judge(filter, "https://shop.example/banners/1.js", "Script")).toBeUndefined();
  });

  it("takes the document in a frame for the one that asks, not the page around it", () => {
    const filter = filterFor("https://shop.example/", { ads: ADS });
    judge(filter, "https://www.tracker.example/frame", "Document", "frame");

    expect(judge(filter, "https://tracker.example/own.js", "Script", "frame")).toBeUndefined();
    expect(judge(filter, "https://tracker.example/own.js", "Script", "page")).toBe("ads");
  });
});

describe("a vendor's own site", () => {
  it("may load what the lists block everywhere else", () => {
    const filter = filterFor("https://www.ads.example/", { ads: ADS });

    expect(judge(filter, "https://cdn.ads.example/site.css", "Stylesheet")).toBeUndefined();
  });

  it("may load from its vendor's other domains", () => {
    const filter = filterFor("https://www.helpdesk.example/", { chats: CHATS });

    expect(judge(filter, "https://chat.example/widget.js")).toBeUndefined();
  });
});

it("lets requests pass that a broken list cannot judge", () => {
  const broken = FiltersEngine.parse(ADS.join("\n"));
  broken.match = () => {
    throw new Error("This rule throws.");
  };
  const engines = new Map([["ads", broken]] as const);
  const issues = new BlockingIssues();
  const filter = new RequestFilter(engines, new URL("https://shop.example/"), [], issues);

  expect(judge(filter, "https://ads.example/a.js")).toBeUndefined();
  expect(issues.isIncomplete).toBe(true);
});

function filterFor(target: string, lists: Partial<Record<Category, string[]>>): RequestFilter {
  const engines = Object.entries(lists).map(
    ([category, lines]) => [category as Category, FiltersEngine.parse(lines.join("\n"))] as const,
  );
  const vendorDomains = [["helpdesk.example", "chat.example"]];
  return new RequestFilter(new Map(engines), new URL(target), vendorDomains, new BlockingIssues());
}

function judge(
  filter: RequestFilter,
  url: string,
  resourceType: Protocol.Network.ResourceType = "Script",
  frameId = "page",
): Category | undefined {
  const request = { url } as Protocol.Network.Request;
  return filter.check({ request, resourceType, frameId });
}
