import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** The class of an address that a merchant has chosen and the service is to call. */
export type AddressClass = "public" | "loopback" | "forbidden";

// IANA's registries of special-purpose addresses, without the globally reachable ones, and the
// address of a cloud's host, which each of its virtual machines reaches.
const SPECIAL_IPV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32],
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

/** Reads the addresses of this machine's interfaces. */
export type ReadInterfaces = () => ReturnType<typeof networkInterfaces>;

/** How long the machine's own addresses are remembered; reading them takes 0.1 ms. */
const REMEMBERED_MS = 5_000;

/**
 * Makes a function that classifies an address: `public` if it is reachable from the whole internet,
 * `loopback` for this machine, also by its public addresses, at which a port answers here that a
 * firewall closes to others. Every other address, also an unreadable one, is `forbidden`.
 */
export function createAddressClass(read: ReadInterfaces): (address: string) => AddressClass {
  let own: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;
  const isOwn = (address: string): boolean => {
    const now = performance.now();
    if (now - readAt > REMEMBERED_MS) {
      const all = Object.values(read()).flatMap((addresses = []) => addresses);
      own = new Set(all.map((one) => canonicalOf(one.address)));
      readAt = now;
    }
    return own.has(canonicalOf(address));
  };
  return (address) => {
    const found = classByRange(address);
    return found === "public" && isOwn(address) ? "loopback" : found;
  };
}

export const classOfAddress = createAddressClass(networkInterfaces);

/** An address in one spelling: a mapped IPv4 address as IPv4. */
function canonicalOf(address: string): string {
  if (isIP(address) !== 6 || address.includes("%")) return address;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  return ipv4Within(canonical) ?? canonical;
}

function classByRange(address: string): AddressClass {
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
