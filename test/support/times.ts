import type { Clock } from "../../src/kernel/clock.ts";
import type { SandboxClocks } from "../../src/domain/merchant/clocks.ts";

/** The clocks of an installation whose sandboxes are all in real time. */
export function timesOf(clock: Clock): { readonly clock: Clock; readonly clocks: SandboxClocks } {
  return { clock, clocks: { now: () => clock.now(), moved: () => [] } };
}
