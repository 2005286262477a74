// Identifies the network of one customer: one IPv4 address, or a /64 prefix of 2^64 IPv6 addresses.

/** Returns the prefix of an IPv6 address, such as "2001:db8:0:1::/64", and any other text unchanged. */
export function networkOf(address: string): string {
  // To parse an address takes longer than the rest of a refused request.
  if (!address.includes(":")) return address;
  const url = URL.parse(`http://[${address}]/`);
  if (url === null) return address;
  const [head, tail] = url.hostname
    .slice(1, -1)
    .split("::")
    .map((part) => part.split(":").filter(Boolean));
  const [before, after] = [head ?? [], tail ?? []];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return `${[...before, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}
