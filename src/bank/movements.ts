import { instant } from "../kernel/clock.ts";
import { type ListedMovement, type Reply, stateAnswer } from "./answer.ts";
import type { Caller } from "./authorize.ts";
import type { BankDeps } from "./bank-deps.ts";
import type { Entry } from "./entry.ts";
import type { MovementsMessage } from "./messages.ts";

/** The bookings of one page; an empty page ends the list. */
const PAGE = 200;

/** Lists what was booked for the terminal in a span and still stands, the oldest first. */
export async function movements(
  { book }: BankDeps,
  { terminal }: Caller,
  { from, until, after }: MovementsMessage,
): Promise<Reply> {
  const listed = await book.standing(terminal, {
    from: instant(from),
    until: instant(until),
    after: after && { bookedAt: instant(after.booked_at), requestId: after.request_id },
    limit: PAGE,
  });
  return { answer: { ...stateAnswer("movements", "00"), movements: listed.map(onTheWire) } };
}

function onTheWire(entry: Entry): ListedMovement {
  return {
    request_id: entry.requestId,
    type: entry.type,
    amount: Number(entry.amount.minor),
    currency: entry.amount.currency,
    reference: entry.reference,
    original_request_id: entry.originalRequestId,
    booked_at: entry.bookedAt,
  };
}
