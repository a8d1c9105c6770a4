import { BlockList, isIP } from "node:net";

/**
 * Returns a network as CIDR, a single address with its full length, or undefined for any other
 * text.
 */
export function parseNetwork(text: string): string | undefined {
  const [address = "", prefix, ...rest] = text.trim().split("/");
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits < 0 || rest.length > 0) return undefined;
  if (prefix === undefined) return `${address}/${bits}`;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits ? `${address}/${prefix}` : undefined;
}

/** Returns a predicate: true if an address lies in one of the networks. */
export function networkMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = familyOf(address);
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
