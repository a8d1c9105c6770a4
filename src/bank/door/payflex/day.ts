import type { Instant } from "../../../kernel/clock.ts";
import type { Entry } from "../../entry.ts";
import { localTime } from "../kit/door-time.ts";

export { isSettled } from "../kit/door-time.ts";

/** The bank takes no message while it closes its day, in the last minute before midnight. */
export function isTakingDayEnd(now: Instant): boolean {
  const { hour, minute } = localTime(now);
  return hour === "23" && minute === "59";
}

/** True if a capture or refund followed the charge, or if the entry is such a message itself. */
export function hasChanges(entry: Entry): boolean {
  const isCharge = entry.type === "sale" || entry.type === "preauth";
  const isCaptured = entry.type === "preauth" && entry.capturedMinor > 0n;
  return !isCharge || isCaptured || entry.refundedMinor > 0n;
}
