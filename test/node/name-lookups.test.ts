// Names of a silent name server must not prevent the lookup of other names.
import { expect, it } from "vitest";
import { createLookups } from "../../scripts/local/name-lookups.ts";

/** A name server that responds when the test says so. */
function createNameServer() {
  const pending = new Map<string, (addresses: string[]) => void>();
  const addressesOf = createLookups(
    (host) => new Promise<string[]>((resolve) => pending.set(host, resolve)),
  );
  const respond = (host: string) => {
    pending.get(host)?.(["192.0.2.1"]);
    pending.delete(host);
  };
  return { addressesOf, respond, asked: () => [...pending.keys()] };
}

const hostsOf = (count: number) => Array.from({ length: count }, (_, i) => `h${i}.slow.test`);

it("At most four names of a domain are looked up at the same time, and other domains do not wait.", async () => {
  const { addressesOf, respond, asked } = createNameServer();
  const hosts = hostsOf(5);
  const answers = hosts.map((host) => addressesOf(host));
  void addressesOf("www.example.com");
  await expect.poll(asked).toEqual([...hosts.slice(0, 4), "www.example.com"]);
  respond("h0.slow.test");
  await expect.poll(asked).toEqual([...hosts.slice(1, 4), "www.example.com", "h4.slow.test"]);
  respond("h4.slow.test");
  expect(await answers[4]).toEqual(["192.0.2.1"]);
});

it("A name of a domain for which 100 lookups wait is refused.", async () => {
  const { addressesOf } = createNameServer();
  for (const host of hostsOf(104)) void addressesOf(host);
  await expect(addressesOf("last.slow.test")).rejects.toMatchObject({ code: "EAI_AGAIN" });
});
