import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import type { Mode } from "../../merchant/merchant.ts";
import { classOfAddress, type AddressClass } from "./address-class.ts";
import type { Resolve } from "./name-lookup.ts";

/** Which addresses may be reached: live mode the public ones, test mode this machine besides. */
const ALLOWED: Readonly<Record<Mode, readonly AddressClass[]>> = {
  live: ["public"],
  test: ["public", "loopback"],
};

const CONNECT_TIMEOUT_MS = 10_000;

/** An address, or one of several of a name, that webhooks of this mode must not go to. */
class ForbiddenAddress extends Error {
  readonly code = "ADDRESS_NOT_ALLOWED";

  constructor() {
    super("The host has an address that webhooks must not be sent to.");
  }
}

export function isAllowedAddress(address: string, mode: Mode): boolean {
  return ALLOWED[mode].includes(classOfAddress(address));
}

/**
 * Connects only where webhooks of the mode may go. A name is resolved once, each of its addresses
 * is checked, and the connection goes to those very addresses: an answer that changes afterwards
 * changes nothing.
 */
export function guardedConnector(mode: Mode, resolve: Resolve): buildConnector.connector {
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    lookup: guardedLookup(mode, resolve),
  });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    // Addresses are not looked up, so they would pass unseen.
    if (isIP(host) !== 0 && !isAllowedAddress(host, mode)) {
      callback(new ForbiddenAddress(), null);
      return;
    }
    connect(options, callback);
  };
}

function guardedLookup(mode: Mode, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses = []) => {
      const [first] = addresses;
      if (error !== null || first === undefined) callback(error ?? new Error("no address"), "", 0);
      else if (!addresses.every(({ address }) => isAllowedAddress(address, mode))) {
        callback(new ForbiddenAddress(), "", 0);
      } else if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };
}
