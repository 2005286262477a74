// Whose an address is: one customer of a provider has one IPv4 address, or 2^64 of IPv6.

/** An IPv6 address without its last 64 bits, as "2001:db8:0:1::/64"; anything else as it is. */
export function networkOf(address: string): string {
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
