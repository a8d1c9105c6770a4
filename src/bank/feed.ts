import type { AccountLine } from "./account-line.ts";
import { declined, type FeedLine, type Reply, stateAnswer } from "./answer.ts";
import type { Caller } from "./authorize.ts";
import type { BankDeps } from "./bank-deps.ts";
import type { FeedMessage } from "./messages.ts";

/** The largest number of lines in one answer; a caller that receives as many asks again. */
const LINES = 10;

/** The only terminal that may read the accounts; terminals that take payments may not. */
const FEED_TERMINAL = "account-feed";

/** The account feed: the transfers that arrived at the current accounts after a given line. */
export async function feed(deps: BankDeps, caller: Caller, message: FeedMessage): Promise<Reply> {
  if (caller.terminal !== FEED_TERMINAL) return declined("57");
  const lines = await deps.book.accounts.linesAfter(message.after, LINES);
  return { answer: { lines: lines.map(onTheWire), ...stateAnswer("lines", "00") } };
}

function onTheWire(line: AccountLine): FeedLine {
  return {
    number: line.number,
    reference: line.reference,
    iban: line.iban,
    amount: Number(line.amount.minor),
    currency: line.amount.currency,
    sender_name: line.senderName,
    sender_iban: line.senderIban,
    description: line.description,
    booked_at: line.bookedAt,
  };
}
