import type { IncomingHttpHeaders } from "node:http";

import { DAY, HOUR, instant, type Instant, later, MINUTE } from "../../../kernel/clock.ts";
import type { BankDeps } from "../../bank-deps.ts";
import type { TerminalTime } from "../../terminal.ts";

/** Turkey has kept UTC+3 all year since 2016. */
const OFFSET_MS = 3 * HOUR;
/** The test banks close their day at 23:59 of Istanbul's clock. */
const DAY_END_MS = 23 * HOUR + 59 * MINUTE;
const AHEAD_MAX_MS = 3_660 * DAY;

/**
 * The time of a request: the bank's, plus the lead of a sandbox that is ahead. The real formats
 * have no field for such a lead, so a header carries it.
 */
export function timeOfRequest(
  { clock }: Pick<BankDeps, "clock">,
  headers: IncomingHttpHeaders,
): TerminalTime {
  const header = headers["x-sandbox-ahead"];
  const ahead = typeof header === "string" && /^\d{1,12}$/.test(header) ? Number(header) : 0;
  const aheadMs = ahead > AHEAD_MAX_MS ? 0 : ahead;
  return { now: later(clock.now(), aheadMs), aheadMs };
}

/** True if the bank has closed the day in which an amount was booked. */
export function isSettled(bookedAt: Instant, now: Instant): boolean {
  return now >= dayEndAfter(bookedAt);
}

/** The first day end that is later than `at`. */
export function dayEndAfter(at: Instant): Instant {
  const local = at + OFFSET_MS;
  const end = local - (local % DAY) + DAY_END_MS;
  return instant((end > local ? end : end + DAY) - OFFSET_MS);
}

export type LocalTime = Readonly<
  Record<"year" | "month" | "day" | "hour" | "minute" | "second" | "ms", string>
>;

/** The parts of Istanbul's time, with zeros on their left, from which each door writes its form. */
export function localTime(at: Instant): LocalTime {
  const iso = new Date(at + OFFSET_MS).toISOString();
  return {
    year: iso.slice(0, 4),
    month: iso.slice(5, 7),
    day: iso.slice(8, 10),
    hour: iso.slice(11, 13),
    minute: iso.slice(14, 16),
    second: iso.slice(17, 19),
    ms: iso.slice(20, 23),
  };
}
