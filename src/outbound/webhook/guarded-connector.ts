import { connect, isIP, Socket, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import type { Mode } from "../../domain/merchant/merchant.ts";
import { classOfAddress, type AddressClass } from "./address-class.ts";
import type { NameResolver } from "./name-lookup.ts";

/** The classes of addresses to which connections may lead. */
export type AddressReach = readonly AddressClass[];

export const PUBLIC: AddressReach = ["public"];
export const PUBLIC_AND_LOOPBACK: AddressReach = ["public", "loopback"];

/** Where a host leads that the operator has named. */
export const ANYWHERE: AddressReach = ["public", "loopback", "forbidden"];

/** True if an operator's list has the host. */
export function isNamed(named: readonly string[], host: string): boolean {
  return named.includes(host.toLowerCase());
}

/** The settings that let receivers of webhooks be on this machine. */
export type LoopbackSettings = {
  readonly webhookLoopback: boolean;
  /** True if live mode is a rehearsal, whose receivers are those of test mode. */
  readonly isRehearsal: boolean;
};

/** In test mode and in a rehearsal a receiver may be on this machine if the setting allows it. */
export function reachOf(mode: Mode, settings: LoopbackSettings): AddressReach {
  const mayBeHere = settings.webhookLoopback && (mode === "test" || settings.isRehearsal);
  return mayBeHere ? PUBLIC_AND_LOOPBACK : PUBLIC;
}

const CONNECT_TIMEOUT_MS = 10_000;

/** The address, or one of the addresses of the name, is outside the allowed reach. */
export class ForbiddenAddress extends Error {
  readonly code = "ADDRESS_NOT_ALLOWED";

  constructor() {
    super("The host has an address that the service must not call.");
  }
}

/** The reach of connections, and the functions that check it. */
export type Guard = {
  readonly reach: AddressReach;
  readonly resolve: NameResolver;
  /** Tests replace it to give addresses of this machine another class. */
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
 * the connection goes to exactly these addresses. A DNS answer that changes after the check (DNS
 * rebinding) therefore has no effect.
 */
export function guardedConnector(guard: Guard): buildConnector.connector {
  const open = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup: guardedLookup(guard) });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    // A literal address is not looked up, so the check in the lookup would miss it.
    if (isIP(host) !== 0 && !isAllowedAddress(host, guard)) {
      callback(new ForbiddenAddress(), null);
      return;
    }
    open(options, callback);
  };
}

/** Connects to a port as `guardedConnector` does, without TLS. */
export function guardedSocket(
  guard: Guard,
  { host, port }: { readonly host: string; readonly port: number },
): Socket {
  if (isIP(host) !== 0 && !isAllowedAddress(host, guard)) {
    return new Socket().destroy(new ForbiddenAddress());
  }
  return connect({ host, port, noDelay: true, lookup: guardedLookup(guard) });
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
