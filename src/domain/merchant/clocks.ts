import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { Mode } from "./merchant.ts";

/** A merchant and mode, whose records all have the same clock. */
export type Place = { readonly merchantId: MerchantId; readonly mode: Mode };

/**
 * The clocks of merchants' records: the real time, except in a sandbox that its merchant has moved
 * ahead. `now` requires a merchant and mode, so these clocks cannot be passed by mistake to code
 * that needs the real time. The reasons are in docs/decisions/sandbox-time.md.
 */
export interface Clocks {
  now(place: Place): Instant;
}

/** A sandbox whose merchant has moved it ahead of the real time. */
export type MovedSandbox = { readonly merchantId: MerchantId; readonly aheadMs: number };

export interface SandboxClocks extends Clocks {
  /** Returns the sandboxes that are ahead; a change reaches this process within a second. */
  moved(): readonly MovedSandbox[];
}
