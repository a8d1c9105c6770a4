import type { Instant } from "../../kernel/clock.ts";
import type { Money } from "../../kernel/money.ts";
import type { Movement, MovementList, Unknown } from "../../domain/payment/acquirer.ts";
import { unknown } from "./ask-bank.ts";
import { bankText } from "./bank-text.ts";

/** A row of a bank's list, as far as it could be read. */
export type ListedBooking = {
  /** The bank's order number: ours for our payments, any text for those of other systems. */
  readonly reference: string;
  readonly kind: Movement["kind"];
  readonly amount: Money | undefined;
  readonly bookedAt: Instant | undefined;
  readonly bankReference: string;
};

/** The reference of an attempt, which may look like a card number. */
const OWN_REFERENCE = /^[0-9a-z]{20}$/;
const REFERENCE_LENGTH = 64;
/** A number of the bank (host reference, RRN). */
const BANK_NUMBER = /^[0-9A-Za-z]{1,36}$/;

/**
 * The bookings of a page. A reader returns `no_booking` for a row that moved nothing or does not
 * stand. A row that can't be read makes the page unknown: it might be the booking that is missing.
 */
export function listedBookings<Row>(
  rows: readonly Row[],
  read: (row: Row) => ListedBooking | "no_booking" | undefined,
  { since, next }: { readonly since?: Instant | undefined; readonly next?: string | undefined },
): MovementList | Unknown {
  const movements: Movement[] = [];
  for (const row of rows) {
    const listed = read(row);
    if (listed === "no_booking") continue;
    const movement = listed && movementOf(listed);
    if (movement === undefined) return unknown("unreadable_booking");
    if (since === undefined || movement.bookedAt >= since) movements.push(movement);
  }
  return { kind: "movements", movements, next };
}

function movementOf(listed: ListedBooking): Movement | undefined {
  const { kind, amount, bookedAt, bankReference } = listed;
  const reference = OWN_REFERENCE.test(listed.reference)
    ? listed.reference
    : bankText(listed.reference)
        .replace(/\p{C}+/gu, "")
        .slice(0, REFERENCE_LENGTH);
  if (amount === undefined || bookedAt === undefined) return undefined;
  return BANK_NUMBER.test(bankReference)
    ? { reference, kind, amount, bookedAt, bankReference }
    : undefined;
}
