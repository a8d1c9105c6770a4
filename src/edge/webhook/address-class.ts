import { BlockList, isIP } from "node:net";

/** The class of an address that a merchant has chosen and the service is to call. */
export type AddressClass = "public" | "loopback" | "forbidden";

// IANA's registries of special-purpose addresses, without the globally reachable ones.
const SPECIAL_IPV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** Special ranges within global unicast: protocol assignments with Teredo, documentation, 6to4. */
const SPECIAL_IPV6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const;

const specialIpv4 = blockList(SPECIAL_IPV4, "ipv4");
const specialIpv6 = blockList(SPECIAL_IPV6, "ipv6");
const loopbackIpv4 = blockList([["127.0.0.0", 8]], "ipv4");
const globalIpv6 = blockList([["2000::", 3]], "ipv6");

/**
 * Classifies an address: `public` if it is reachable from the whole internet, `loopback` for this
 * machine. Every other address, also an unreadable one, is `forbidden`.
 */
export function classOfAddress(address: string): AddressClass {
  const family = isIP(address);
  if (family === 4) return classOfIpv4(address);
  // A zone index names an interface of this machine.
  if (family !== 6 || address.includes("%")) return "forbidden";
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  if (canonical === "::1") return "loopback";
  const mapped = ipv4Within(canonical);
  if (mapped !== undefined) return classOfIpv4(mapped);
  const isGlobal = globalIpv6.check(canonical, "ipv6") && !specialIpv6.check(canonical, "ipv6");
  return isGlobal ? "public" : "forbidden";
}

function classOfIpv4(address: string): AddressClass {
  if (loopbackIpv4.check(address)) return "loopback";
  return specialIpv4.check(address) ? "forbidden" : "public";
}

/** The IPv4 address that `::ffff:0:0/96` maps; its canonical text ends in two hex groups. */
function ipv4Within(canonical: string): string | undefined {
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const bytes = [high, low].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join(".");
}

function blockList(
  subnets: readonly (readonly [string, number])[],
  family: "ipv4" | "ipv6",
): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, family);
  return list;
}
