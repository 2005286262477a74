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

describe("the request filter", () => {
  it("The filter blocks a listed host and its subdomains, but not similar hosts or addresses that contain the host.", () => {
    const filter = filterFor("https://shop.example/", { ads: ADS });

    expect(check(filter, "https://ads.example/a.js")).toBe("ads");
    expect(check(filter, "https://eu.ads.example/a.js")).toBe("ads");
    expect(check(filter, "https://notads.example/a.js")).toBeUndefined();
    expect(check(filter, "https://shop.example/?from=ads.example/")).toBeUndefined();
  });

  it("The filter applies generic exceptions and exceptions for single sites.", () => {
    expect(
      check(filterFor("https://shop.example/", { ads: ADS }), "https://ads.example/needed.js"),
    ).toBeUndefined();
    const partner = filterFor("https://partner.example/", { chats: CHATS });
    expect(check(partner, "https://chat.example/widget.js")).toBeUndefined();
  });

  it("The filter counts blocked requests by category.", () => {
    const filter = filterFor("https://shop.example/", { ads: ADS, chats: CHATS });
    check(filter, "https://chat.example/widget.js");
    check(filter, "https://ads.example/a.js");
    check(filter, "https://ads.example/b.js");

    expect(filter.counts).toEqual({ ads: 2, chats: 1 });
    expect(filter.blocked.get("https://chat.example/widget.js")).toBe("chats");
  });

  it("A rule with a resource type blocks only requests of this type.", () => {
    const filter = filterFor("https://shop.example/", { ads: ADS });

    expect(check(filter, "https://shop.example/banners/1.png", "Image")).toBe("ads");
    expect(check(filter, "https://shop.example/banners/1.js", "Script")).toBeUndefined();
  });

  it("A rule for third parties compares a request with the document of its frame, not with the page.", () => {
    const filter = filterFor("https://shop.example/", { ads: ADS });
    check(filter, "https://www.tracker.example/frame", "Document", "frame");

    expect(check(filter, "https://tracker.example/own.js", "Script", "frame")).toBeUndefined();
    expect(check(filter, "https://tracker.example/own.js", "Script", "page")).toBe("ads");
  });
});

describe("the site of a vendor", () => {
  it("A vendor's site may load from a host that the lists block on other sites.", () => {
    const filter = filterFor("https://www.ads.example/", { ads: ADS });

    expect(check(filter, "https://cdn.ads.example/site.css", "Stylesheet")).toBeUndefined();
  });

  it("A vendor's site may load from the other domains of the vendor.", () => {
    const filter = filterFor("https://www.helpdesk.example/", { chats: CHATS });

    expect(check(filter, "https://chat.example/widget.js")).toBeUndefined();
  });
});

it("A request passes if its filter list throws an error, and the issue is recorded.", () => {
  const broken = FiltersEngine.parse(ADS.join("\n"));
  broken.match = () => {
    throw new Error("This rule throws.");
  };
  const engines = new Map([["ads", broken]] as const);
  const issues = new BlockingIssues();
  const filter = new RequestFilter(engines, new URL("https://shop.example/"), [], issues);

  expect(check(filter, "https://ads.example/a.js")).toBeUndefined();
  expect(issues.isIncomplete).toBe(true);
});

function filterFor(target: string, lists: Partial<Record<Category, string[]>>): RequestFilter {
  const engines = Object.entries(lists).map(
    ([category, lines]) => [category as Category, FiltersEngine.parse(lines.join("\n"))] as const,
  );
  const vendorDomains = [["helpdesk.example", "chat.example"]];
  return new RequestFilter(new Map(engines), new URL(target), vendorDomains, new BlockingIssues());
}

function check(
  filter: RequestFilter,
  url: string,
  resourceType: Protocol.Network.ResourceType = "Script",
  frameId = "page",
): Category | undefined {
  const request = { url } as Protocol.Network.Request;
  return filter.check({ request, resourceType, frameId });
}
