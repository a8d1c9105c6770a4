import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import type { Mode } from "../../merchant/merchant.ts";
import { classOfAddress, type AddressClass } from "./address-class.ts";
import type { Resolve } from "./name-lookup.ts";

/** The kinds of addresses that connections may lead to. */
export type Reach = readonly AddressClass[];

export const PUBLIC: Reach = ["public"];
export const PUBLIC_AND_LOOPBACK: Reach = ["public", "loopback"];

/** In test mode a receiver may be on this machine, where the installation allows that. */
export function reachOf(mode: Mode, mayLoopback: boolean): Reach {
  return mode === "test" && mayLoopback ? PUBLIC_AND_LOOPBACK : PUBLIC;
}

const CONNECT_TIMEOUT_MS = 10_000;

/** An address, or one of several of a name, that connections must not lead to. */
export class ForbiddenAddress extends Error {
  readonly code = "ADDRESS_NOT_ALLOWED";

  constructor() {
    super("The host has an address that webhooks must not be sent to.");
  }
}

/** What a connection may lead to, and how that is found out. */
export type Guard = {
  readonly reach: Reach;
  readonly resolve: Resolve;
  /** Tests have addresses of this machine that count as others. */
  readonly classOf?: (address: string) => AddressClass;
};

export function isAllowedAddress(
  address: string,
  { reach, classOf = classOfAddress }: Omit<Guard, "resolve">,
): boolean {
  return reach.includes(classOf(address));
}

/**
 * Connects only within the reach. A name is resolved once, each of its addresses is checked, and
 * the connection goes to those very addresses: an answer that changes afterwards changes nothing.
 */
export function guardedConnector(guard: Guard): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: guardedLookup(guard) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    // Addresses are not looked up, so they would pass unseen.
    if (isIP(host) !== 0 && !isAllowedAddress(host, guard)) {
      callback(new ForbiddenAddress(), null);
      return;
    }
    connect(options, callback);
  };
}

function guardedLookup(guard: Guard): LookupFunction {
  return (hostname, options, callback) => {
    guard.resolve(hostname, (error, addresses = []) => {
      const [first] = addresses;
      if (error !== null || first === undefined) callback(error ?? new Error("no address"), "", 0);
      else if (!addresses.every(({ address }) => isAllowedAddress(address, guard))) {
        callback(new ForbiddenAddress(), "", 0);
      } else if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };
}
