import { isIP } from "node:net";
import type { HostCheck } from "../../event/ports.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Mode } from "../../merchant/merchant.ts";
import { isAllowedAddress } from "./guarded-connector.ts";
import { systemResolve, UNKNOWN_NAME, type Resolve } from "./name-lookup.ts";

const WHERE = {
  live: "a public address",
  test: "a public address or this machine",
} as const satisfies Record<Mode, string>;

/** A first look when an address is registered; every connection is checked again. */
export function createHostCheck(resolve: Resolve = systemResolve): HostCheck {
  return {
    async check(hostname, { mode }) {
      const host = hostname.replace(/^\[|\]$/g, "");
      const addresses = isIP(host) === 0 ? await addressesOf(resolve, host) : ok([host]);
      if (!addresses.ok) return addresses;
      const isAllowed = addresses.value.every((address) => isAllowedAddress(address, mode));
      return isAllowed ? ok(undefined) : refused(`must lead to ${WHERE[mode]}`);
    },
  };
}

function addressesOf(resolve: Resolve, host: string): Promise<Result<readonly string[], string>> {
  return new Promise((done) => {
    resolve(host, (error, addresses = []) => {
      if (error === null) done(ok(addresses.map(({ address }) => address)));
      else if ("code" in error && UNKNOWN_NAME.has(String(error.code))) {
        done(refused("must have a host that exists"));
      } else done(ok([]));
    });
  });
}
