// Names of a silent name server must not prevent the lookup of other names.
import { expect, it } from "vitest";
import { createLookups } from "../../scripts/local/name-lookups.ts";

/** A name server that responds when the test says so. */
function createNameServer() {
  const pending = new Map<string, (addresses: string[]) => void>();
  const addressesOf = createLookups(
    (host) => new Promise<string[]>((resolve) => pending.set(host, resolve)),
    async () => ["192.0.2.2"],
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

it("While lookups of silent servers occupy 24 threads, other names are resolved without a thread.", async () => {
  const { addressesOf, respond, asked } = createNameServer();
  const silent = Array.from({ length: 24 }, (_, i) => `www.slow${i}.test`);
  const answers = silent.map((host) => addressesOf(host));
  await expect.poll(asked).toHaveLength(24);
  expect(await addressesOf("www.example.com")).toEqual(["192.0.2.2"]);

  respond(silent[0] ?? "");
  await answers[0];
  const answer = addressesOf("www.example.com");
  await expect.poll(asked).toContain("www.example.com");
  respond("www.example.com");
  expect(await answer).toEqual(["192.0.2.1"]);
});

it("A name of a domain for which 100 lookups wait is refused.", async () => {
  const { addressesOf } = createNameServer();
  for (const host of hostsOf(104)) void addressesOf(host);
  await expect(addressesOf("last.slow.test")).rejects.toMatchObject({ code: "EAI_AGAIN" });
});
