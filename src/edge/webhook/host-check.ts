import { isIP } from "node:net";
import type { HostCheck } from "../../event/ports.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { Mode } from "../../merchant/merchant.ts";
import { isAllowedAddress, systemResolve, type Resolve } from "./guarded-connector.ts";

const WHERE = {
  live: "a public address",
  test: "a public address or this machine",
} as const satisfies Record<Mode, string>;

/**
 * Codes of names that can't exist: unknown ones, and those that no resolver takes, such as names of
 * more than 255 characters. Any other failure of the resolver may be over soon.
 */
const UNKNOWN_NAME = new Set(["ENOTFOUND", "ENODATA", "EINVAL"]);

/** A first look when an address is registered; every connection is checked again. */
export function createHostCheck(resolve: Resolve = systemResolve): HostCheck {
  return {
    async check(hostname, mode) {
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
