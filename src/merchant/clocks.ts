import type { Instant } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";
import type { Mode } from "./merchant.ts";

/** A merchant's records of one mode, which share a time. */
export type Place = { readonly merchantId: MerchantId; readonly mode: Mode };

/**
 * The time of merchants' records: the real time, except in a sandbox that its merchant has moved
 * ahead. It has no time without a place, so code that needs the real time can't be given it.
 * The reasons are in docs/decisions/sandbox-time.md.
 */
export interface Clocks {
  now(place: Place): Instant;
}

/** A sandbox whose merchant has moved it ahead of the real time. */
export type MovedSandbox = { readonly merchantId: MerchantId; readonly aheadMs: number };

export interface SandboxClocks extends Clocks {
  /** The sandboxes that are ahead; this process learns of a change within a second. */
  moved(): readonly MovedSandbox[];
}
