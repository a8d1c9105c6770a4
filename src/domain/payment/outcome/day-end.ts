import { DAY, HOUR, instant, MINUTE, type Instant } from "../../../kernel/clock.ts";

/** Turkey has had no summer time since 2016. */
const ISTANBUL_MS = 3 * HOUR;
/** The banks' clocks and their batches are not exact; nothing is sent right at the day end. */
const AFTER_DAY_END_MS = 30 * MINUTE;
const MIDNIGHT = "00:00";

/** Returns the first safe moment after the next day end of a bank, given as `HH:MM` in Istanbul. */
export function dayEndAfter(now: Instant, dayEnd: string | undefined): Instant {
  const [hours = 0, minutes = 0] = (dayEnd ?? MIDNIGHT).split(":").map(Number);
  const ofDay = hours * HOUR + minutes * MINUTE + AFTER_DAY_END_MS;
  const midnight = Math.floor((now + ISTANBUL_MS) / DAY) * DAY - ISTANBUL_MS;
  const today = midnight + ofDay;
  return instant(today > now ? today : today + DAY);
}
