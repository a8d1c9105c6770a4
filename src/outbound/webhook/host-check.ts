import { isIP } from "node:net";
import type { HostCheck } from "../../domain/event/ports.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import { isAllowedAddress, isNamed, reachOf, type LoopbackSettings } from "./guarded-connector.ts";
import { systemResolve, UNKNOWN_NAME, type NameResolver } from "./name-lookup.ts";

export type HostCheckOptions = {
  readonly loopback: LoopbackSettings;
  /** The hosts that the operator permits, wherever they lead. */
  readonly named?: readonly string[];
  readonly resolve?: NameResolver;
};

/** Checks the host of a new endpoint; every later connection checks it again. */
export function createHostCheck(options: HostCheckOptions): HostCheck {
  const { loopback, named = [], resolve = systemResolve } = options;
  /** The look-ups under way: checks of one name at one time wait for one answer of the DNS. */
  const running = new Map<string, Addresses>();
  const find = (host: string): Addresses => {
    const known = running.get(host);
    if (known !== undefined) return known;
    const found = addressesOf(resolve, host).finally(() => running.delete(host));
    running.set(host, found);
    return found;
  };
  return {
    mayBeHere: (mode) => reachOf(mode, loopback).includes("loopback"),
    async check(hostname, { mode }) {
      const host = hostname.replace(/^\[|\]$/g, "");
      if (isNamed(named, host)) return ok(undefined);
      const addresses = isIP(host) === 0 ? await find(host) : ok([host]);
      if (!addresses.ok) return addresses;
      const reach = reachOf(mode, loopback);
      const isAllowed = addresses.value.every((address) => isAllowedAddress(address, { reach }));
      if (isAllowed) return ok(undefined);
      const orHere = reach.includes("loopback") ? " or this machine" : "";
      return refused(`must lead to a public address${orHere}`);
    },
  };
}

type Addresses = Promise<Result<readonly string[], string>>;

function addressesOf(resolve: NameResolver, host: string): Addresses {
  return new Promise((done) => {
    resolve(host, (error, addresses = []) => {
      if (error === null) done(ok(addresses.map(({ address }) => address)));
      else if ("code" in error && UNKNOWN_NAME.has(String(error.code))) {
        done(refused("must have a host that exists"));
      } else done(ok([]));
    });
  });
}
