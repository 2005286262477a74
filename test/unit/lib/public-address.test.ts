// Lists targets that the service must not request, and similar targets that it must allow.
import { describe, expect, it } from "vitest";
import { createAddressRules } from "../../../src/lib/address-rules.ts";
import { parsePrivateTargets } from "../../../src/lib/private-targets.ts";
import {
  checkRemoteAddress,
  checkTarget,
  isPublicAddress,
} from "../../../src/lib/public-address.ts";

const check = (url: string, allowed = "") =>
  checkTarget(new URL(url), parsePrivateTargets(allowed));

const words = (text: string) => text.trim().split(/\s+/);

describe("forbidden targets", () => {
  it.each([
    ["a decimal number", "http://2130706433/"],
    ["a hexadecimal number", "http://0x7f000001/"],
    ["an octal number", "http://017700000001/"],
    ["mixed bases", "http://0x7f.0.0.01/"],
    ["two parts", "http://127.1/"],
    ["three parts", "http://10.0.1/"],
    ["the number zero", "http://0/"],
    ["a trailing dot", "http://127.0.0.1./"],
    ["several trailing dots", "http://127.0.0.1../"],
    ["several trailing dots and a part that is hexadecimal", "http://127.0.0.0x1../"],
    ["full-width digits", "http://１２７.０.０.１/"],
    ["circled digits", "http://①②⑦.⓪.⓪.①/"],
    ["ideographic full stops", "http://127。0。0。1/"],
    ["percent-encoding", "http://%31%32%37.0.0.1/"],
    ["an invisible soft hyphen", "http://127.0.0\u00ad.1/"],
    ["backslashes and missing slashes", "http:\\\\127.0.0.1\\"],
    ["tabs and line breaks inside", "http://127.\t0.0\n.1/"],
    ["IPv4-mapped IPv6", "http://[::ffff:127.0.0.1]/"],
    ["IPv4-mapped IPv6 in hexadecimal", "http://[::ffff:7f00:1]/"],
    ["IPv4-mapped IPv6 written in full", "http://[0:0:0:0:0:ffff:a00:1]/"],
    ["IPv4-translated IPv6", "http://[::ffff:0:127.0.0.1]/"],
    ["IPv4-compatible IPv6", "http://[::127.0.0.1]/"],
    ["an IPv4-compatible IPv6 address of a public address", "http://[::8.8.8.8]/"],
    ["NAT64", "http://[64:ff9b::169.254.169.254]/"],
    ["6to4", "http://[2002:7f00:1::]/"],
    ["the metadata service in decimal", "http://2852039166/latest/meta-data/"],
    ["a non-default port", "https://192.168.1.1:8443/"],
    ["a secure socket", "wss://10.1.2.3/"],
    ["five parts", "http://8.8.8.8.8../"],
  ])("A private address written with %s is forbidden.", (_spelling, url) => {
    expect(check(url)).toBe("private_address");
  });

  it.each(
    words(`
      http://localhost/ http://LOCALHOST./ http://localhost../ http://ⓛocalhost/
      http://loc%61lhost/ http://a.b.localhost/
      http://metadata.google.internal/computeMetadata/v1/ http://metadata/ http://router/
      http://printer.local/ http://nas.lan/ http://wiki.corp/ http://pi.home/
      http://pi.home.arpa/ http://wiki.intranet/ http://db.private/ http://box.localdomain/
      http://shop.test/ http://.../ http://127.0.0.1.nip.io/ http://10-0-0-1.sslip.io/
      http://127.0.0.1.xip.io/ http://app.lvh.me/ http://localtest.me/
    `),
  )("The private network name in %s is forbidden.", (url) => {
    expect(check(url)).toBe("internal_name");
  });

  it.each([
    "http://user:secret@example.com/",
    "http://user@example.com/",
    "http://:secret@example.com/",
    "https://example.com@127.0.0.1/",
  ])("A URL with credentials is forbidden: %s", (url) => {
    expect(check(url)).toBe("credentials");
  });

  it.each([
    "ftp://example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/html,x",
    "blob:https://example.com/1",
    "about:blank",
    "chrome://version",
    "view-source:http://example.com/",
    "gopher://example.com/",
  ])("A URL with another scheme is forbidden: %s", (url) => {
    expect(check(url)).toBe("scheme");
  });
});

// Each row: the first and the last address of a range, and the public neighbours before and after the range.
describe("special-purpose ranges", () => {
  it.each([
    ["0.0.0.0", "0.255.255.255", "", "1.0.0.0"],
    ["10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"],
    ["100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"],
    ["127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"],
    ["168.63.129.16", "168.63.129.16", "168.63.129.15", "168.63.129.17"],
    ["169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"],
    ["172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"],
    ["192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"],
    ["192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"],
    ["192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"],
    ["192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"],
    ["198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"],
    ["198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"],
    ["203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"],
    ["224.0.0.0", "255.255.255.255", "223.255.255.255", ""],
    ["::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "", "2000::"],
    ["::ffff:10.0.0.0", "::ffff:10.255.255.255", "::ffff:9.255.255.255", "::ffff:11.0.0.0"],
    ["64:ff9b::a00:0", "64:ff9b::aff:ffff", "64:ff9b::9ff:ffff", "64:ff9b::b00:0"],
    ["::ffff:203.0.113.0", "::ffff:203.0.113.255", "::ffff:203.0.112.255", "::ffff:203.0.114.0"],
    ["::ffff:168.63.129.16", "::ffff:168.63.129.16", "::ffff:168.63.129.15", ""],
    ["1:0:0:0:0:ffff:808:808", "0:0:0:0:1:ffff:808:808", "", ""],
    ["64:ff9b:0:1::808:808", "64:ff9b::1:808:808", "", "2400:ff9b::"],
    ["64:ff9a::808:808", "64:ff9c::808:808", "", ""],
    ["64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff", "64:ff9b::808:808", ""],
    ["100::", "100::ffff:ffff:ffff:ffff", "", ""],
    ["2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2000:ffff::", "2001:200::"],
    ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db7:ffff::", "2001:db9::"],
    ["2002:a00::", "2002:aff:ffff::", "2002:9ff:ffff::", "2002:b00::"],
    ["2002:cb00:7100::", "2002:cb00:71ff:8::8", "2002:cb00:70ff::", "2002:cb00:7200::"],
    ["3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "3ffe:ffff::", "3fff:1000::"],
    ["4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "", ""],
    ["5f00::", "5f00:ffff:ffff::", "", ""],
    ["fc00::", "fdff:ffff::", "", ""],
    ["fe80::", "febf:ffff::", "", ""],
    ["fec0::", "feff:ffff::", "", ""],
  ])(
    "The addresses from %s to %s are not public, but their neighbours are.",
    (first, last, before, after) => {
      expect(isPublicAddress(first)).toBe(false);
      expect(isPublicAddress(last)).toBe(false);
      if (before !== "") expect(isPublicAddress(before)).toBe(true);
      if (after !== "") expect(isPublicAddress(after)).toBe(true);
    },
  );
});

describe("allowed targets", () => {
  it.each(
    words(`
      https://example.com/ http://example.com:8080/a?b=http://127.0.0.1/#c wss://example.com/
      http://8.8.8.8/ http://134744072/ http://[2606:4700:4700::1111]/
      http://[2a00:1450:4001:82a::200e]:8080/ http://[2400::]/ http://notlocalhost.com/
      http://localhost.example.com/ http://internal.example.com/ http://10.0.0.1.example.com/
      http://mylocal.me/ http://xn--bcher-kva.example/ http://0x7f.example.com/
      https://example.com./
    `),
  )("The public target %s is allowed.", (url) => {
    expect(check(url)).toBeUndefined();
  });

  it("A name that never resolves is allowed, because the browser reports that error.", () => {
    expect(check("http://nowhere.invalid/")).toBeUndefined();
  });
});

describe("private targets of the operator", () => {
  it("An entry with a port allows that host on that port only.", () => {
    expect(check("http://127.0.0.1:9000/", "127.0.0.1:9000")).toBeUndefined();
    expect(check("http://2130706433:9000/", "127.0.0.1:9000")).toBeUndefined();
    expect(check("http://127.0.0.1:9001/", "127.0.0.1:9000")).toBe("private_address");
    expect(check("http://127.0.0.2:9000/", "127.0.0.1:9000")).toBe("private_address");
    expect(check("http://localhost:9000/", "127.0.0.1:9000")).toBe("internal_name");
  });

  it("An entry without a port allows the default ports of http and https.", () => {
    expect(check("http://wiki.corp/", "wiki.corp")).toBeUndefined();
    expect(check("https://wiki.corp/", "wiki.corp")).toBeUndefined();
    expect(check("http://wiki.corp:8080/", "wiki.corp")).toBe("internal_name");
  });

  it("An entry with an explicit default port allows only that scheme.", () => {
    expect(check("http://wiki.corp/", "wiki.corp:80")).toBeUndefined();
    expect(check("https://wiki.corp/", "wiki.corp:80")).toBe("internal_name");
    expect(check("wss://wiki.corp/", "wiki.corp:443")).toBeUndefined();
  });

  it("An entry with a star allows every port, and a list may have several entries.", () => {
    const list = " localhost:*, [::1]:*,\n127.0.0.1:9000 ";
    expect(check("http://localhost:5173/", list)).toBeUndefined();
    expect(check("ws://localhost./", list)).toBeUndefined();
    expect(check("http://[::1]:1234/", list)).toBeUndefined();
    expect(check("http://[0:0::1]:1234/", list)).toBeUndefined();
  });

  it("An entry allows neither subdomains nor other schemes nor credentials.", () => {
    expect(check("http://a.localhost/", "localhost:*")).toBe("internal_name");
    expect(check("ftp://localhost/", "localhost:*")).toBe("scheme");
    expect(check("http://u:p@localhost/", "localhost:*")).toBe("credentials");
  });
});

describe("checkRemoteAddress", () => {
  it("A public name that resolved to a private address is forbidden.", () => {
    const url = new URL("https://rebound.example.com/");
    expect(checkRemoteAddress(url, "127.0.0.1", [])).toBe("private_address");
    expect(checkRemoteAddress(url, "[::1]", [])).toBe("private_address");
    expect(checkRemoteAddress(url, "::ffff:10.0.0.1", [])).toBe("private_address");
    expect(checkRemoteAddress(url, "93.184.216.34", [])).toBeUndefined();
    expect(checkRemoteAddress(url, "[2606:4700::6810:84e5]", [])).toBeUndefined();
  });

  it("A private target may respond from a private address.", () => {
    const allowed = parsePrivateTargets("wiki.corp");
    expect(checkRemoteAddress(new URL("http://wiki.corp/"), "10.0.0.7", allowed)).toBeUndefined();
    const otherPort = new URL("http://wiki.corp:81/");
    expect(checkRemoteAddress(otherPort, "10.0.0.7", allowed)).toBe("private_address");
  });

  it("An invalid remote address is not public.", () => {
    for (const text of ["", "unknown", "fe80::1%eth0", "1.2.3.4.5", "2606:4700::/32", "[]"]) {
      expect(isPublicAddress(text)).toBe(false);
    }
  });
});

describe("inside a captured page", () => {
  it("The rules work without any code outside their source.", () => {
    // `Function` hides the module scope. `URL` is undefined, so that a call of URL would fail the test.
    const evaluate = new Function("URL", `"use strict"; return (${createAddressRules})();`);
    const rules = evaluate(undefined) as ReturnType<typeof createAddressRules>;
    expect(rules.checkTarget(new URL("ws://10.0.0.1/"), [])).toBe("private_address");
    expect(rules.checkTarget(new URL("ws://[fd00::1]/"), [])).toBe("private_address");
    expect(rules.checkTarget(new URL("ws://localhost/"), [])).toBe("internal_name");
    expect(rules.checkTarget(new URL("wss://example.com/"), [])).toBeUndefined();
  });
});
