import { LIMITS } from "./limits.ts";

/** A network whose uses a limit counts, with the factor of the room that one customer has. */
export type CountedNetwork = { readonly network: string; readonly room: number };

const CUSTOMER = /^([0-9a-f]+):([0-9a-f]+):([0-9a-f]+):([0-9a-f]+)::\/64$/;

/**
 * The networks that a limit counts for one use: an IPv4 address, or the /64, the /56 and the /48
 * around an IPv6 address. A home gets a whole /56 and a server a whole /48, so a count of /64s
 * alone gives them 256 and 65 536 times the room of an IPv4 address.
 *
 * @param network an IPv4 address or an IPv6 /64 whose groups have no leading zeros
 */
export function countedNetworks(network: string): readonly CountedNetwork[] {
  const own = { network, room: 1 };
  const [, first, second, third, fourth] = CUSTOMER.exec(network) ?? [];
  if (fourth === undefined) return [own];
  const home = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
  const { home: homeRoom, site: siteRoom } = LIMITS.widerRoom;
  return [
    own,
    { network: `${first}:${second}:${third}:${home}::/56`, room: homeRoom },
    { network: `${first}:${second}:${third}::/48`, room: siteRoom },
  ];
}
