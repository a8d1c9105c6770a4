import { later, SECOND } from "../../../kernel/clock.ts";
import type { Clocks, Place } from "../../merchant/clocks.ts";
import type { Unknown } from "../acquirer.ts";

/**
 * The longest time, in ms, from the plan of a request to its sending. Recovery counts from the plan
 * when it decides that a request can no longer be on its way. So a process that stood still between
 * the commit of an attempt and its request, as in a machine that was suspended, must not send the
 * request any more: another process may have declared the attempt failed.
 */
const SENT_WITHIN_MS = 15 * SECOND;

/** The outcome of a request that was not sent, because it would have been late. */
export const NOT_SENT_IN_TIME = {
  kind: "unknown",
  cause: "not_sent_in_time",
} as const satisfies Unknown;

/** True while a request may be sent. */
export type MaySend = () => boolean;

/** For a repetition that the bank recognizes as the same request. */
export const anyTime: MaySend = () => true;

/**
 * Returns the check for a request that is planned now; call it before the attempt is committed. It
 * uses the real time, because a sandbox may be moved ahead meanwhile.
 */
export function sendingWindow(
  { clocks }: { readonly clocks: Clocks },
  { merchantId }: Pick<Place, "merchantId">,
): MaySend {
  const now = () => clocks.now({ merchantId, mode: "live" });
  const end = later(now(), SENT_WITHIN_MS);
  return () => now() < end;
}
