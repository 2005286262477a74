// Checks the table of chat vendors that the build of the filter lists reads.
import { describe, expect, it } from "vitest";
import { readChatVendors } from "../../scripts/blocking/chat-vendors.ts";

const vendors = readChatVendors();

describe("chat vendors", () => {
  it("The table contains at least 80 vendors, each of them once.", () => {
    const names = vendors.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(80);
  });

  it.each(vendors)("The entry of $name has a host or selector and a source.", (vendor) => {
    const { site, hosts, selectors, source } = vendor;

    expect(hosts.length + selectors.length).toBeGreaterThan(0);
    expect(site).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
    // A scheme, an anchor or a separator never matches after "||" in a filter.
    for (const host of hosts) expect(host).toMatch(/^[a-z0-9-]+(\.[a-z0-9*-]+)+(\/\S*)?$/);
    expect(source).toMatch(/^(?:<https:\/\/\S+>|\[(?:EasyList|AdGuard|HTTP Archive, [a-z])\])$/);
  });

  it("The table contains every host and every selector once.", () => {
    const hosts = vendors.flatMap((vendor) => vendor.hosts);
    const selectors = vendors.flatMap((vendor) => vendor.selectors);

    expect(new Set(hosts).size).toBe(hosts.length);
    expect(new Set(selectors).size).toBe(selectors.length);
  });
});
