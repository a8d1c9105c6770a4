import { type ListedMovement, type Reply, stateAnswer } from "./answer.ts";
import type { Caller } from "./authorize.ts";
import type { BankDeps } from "./bank-deps.ts";
import type { Entry } from "./entry.ts";
import type { MovementsMessage } from "./messages.ts";

/** The bookings of one page; a caller that receives as many asks for the next page. */
const PAGE = 200;

/** Lists what was booked for the terminal in a span and still stands, the oldest first. */
export async function movements(
  { book }: BankDeps,
  { terminal }: Caller,
  { from, until, page }: MovementsMessage,
): Promise<Reply> {
  const standing = (await book.list(terminal)).filter(
    ({ bookedAt, state, type }) =>
      state === "approved" && type !== "reverse" && bookedAt >= from && bookedAt < until,
  );
  const listed = standing.slice(page * PAGE, (page + 1) * PAGE);
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
