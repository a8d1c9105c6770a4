import type { Mode } from "../../../domain/merchant/merchant.ts";
import {
  ANYWHERE,
  isNamed,
  PUBLIC,
  reachOf,
  type Guard,
  type LoopbackSettings,
} from "../../webhook/guarded-connector.ts";
import { systemResolve } from "../../webhook/name-lookup.ts";

/** Where a host may lead that a person has typed; the mode is that of the feed's merchant. */
export type HostRule = (host: string, mode: Mode | undefined) => Guard;

export type HostSettings = {
  readonly loopback: LoopbackSettings;
  /** The hosts that the operator permits, wherever they lead. */
  readonly named: readonly string[];
};

/** The rule of webhook addresses, but for the hosts that the operator has named. */
export function hostRule({ loopback, named }: HostSettings): HostRule {
  return (host, mode) => {
    const reach = mode === undefined ? PUBLIC : reachOf(mode, loopback);
    return { reach: isNamed(named, host) ? ANYWHERE : reach, resolve: systemResolve };
  };
}
