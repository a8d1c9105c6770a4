import type { CalendarDay } from "./calendar-day.ts";

/** The days that something is in force, in Turkey's calendar, the last one included. */
export type Validity = {
  readonly validFrom: CalendarDay;
  /** Absent while no end is known. */
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
