// The table of chat vendors, as the build of the filter lists reads it.
import { describe, expect, it } from "vitest";
import { readChatVendors } from "../../scripts/blocking/chat-vendors.ts";

const vendors = readChatVendors();

describe("the table of chat vendors", () => {
  it("knows at least eighty, each of them once", () => {
    const names = vendors.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(80);
  });

  it.each(vendors)("says how $name is known, and where that is written", (vendor) => {
    const { site, hosts, selectors, source } = vendor;

    expect(hosts.length + selectors.length).toBeGreaterThan(0);
    expect(site).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
    // A scheme, an anchor or a separator would never match behind "||".
    for (const host of hosts) expect(host).toMatch(/^[a-z0-9-]+(\.[a-z0-9*-]+)+(\/\S*)?$/);
    expect(source).toMatch(/^(?:<https:\/\/\S+>|\[(?:EasyList|AdGuard|HTTP Archive, [a-z])\])$/);
  });

  it("asks for no host and no element twice", () => {
    const hosts = vendors.flatMap((vendor) => vendor.hosts);
    const selectors = vendors.flatMap((vendor) => vendor.selectors);

    expect(new Set(hosts).size).toBe(hosts.length);
    expect(new Set(selectors).size).toBe(selectors.length);
  });
});
