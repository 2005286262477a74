import { describe, expect, it } from "vitest";
import { chatVendors } from "../../../../src/capture/blocking/chat-vendors.ts";

describe("the list of chat vendors", () => {
  it("knows at least eighty, each of them once", () => {
    const names = chatVendors.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(80);
  });

  it.each(chatVendors)("says how $name is known, and where that is written", (vendor) => {
    const { site, hosts, selectors, source } = vendor;

    expect(hosts.length + selectors.length).toBeGreaterThan(0);
    expect(site).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
    // A scheme, an anchor or a separator would never match behind "||".
    for (const host of hosts) expect(host).toMatch(/^[a-z0-9-]+(\.[a-z0-9*-]+)+(\/\S*)?$/);
    expect(new URL(source).protocol).toBe("https:");
  });

  it("asks for no host and no element twice", () => {
    const hosts = chatVendors.flatMap((vendor) => vendor.hosts);
    const selectors = chatVendors.flatMap((vendor) => vendor.selectors);

    expect(new Set(hosts).size).toBe(hosts.length);
    expect(new Set(selectors).size).toBe(selectors.length);
  });
});
