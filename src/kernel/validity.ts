import type { CalendarDay } from "./calendar-day.ts";

/** The days on which a rule is in force, in Turkey's calendar, including the last one. */
export type Validity = {
  readonly validFrom: CalendarDay;
  /** Absent if no end is set. */
  readonly validTo: CalendarDay | undefined;
};

export function isInForce({ validFrom, validTo }: Validity, day: CalendarDay): boolean {
  return validFrom <= day && (validTo === undefined || day <= validTo);
}

export function overlap(left: Validity, right: Validity): boolean {
  return (
    (right.validTo === undefined || left.validFrom <= right.validTo) &&
    (left.validTo === undefined || right.validFrom <= left.validTo)
  );
}
