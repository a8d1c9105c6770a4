import type { Clock } from "../../src/kernel/clock.ts";
import type { SandboxClocks } from "../../src/merchant/clocks.ts";

/** The times of an installation whose sandboxes all keep to the real one. */
export function timesOf(clock: Clock): { readonly clock: Clock; readonly clocks: SandboxClocks } {
  return { clock, clocks: { now: () => clock.now(), moved: () => [] } };
}
