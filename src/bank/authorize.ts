import { money } from "../kernel/money.ts";
import { bookedAnswer, conflict, declined, type Reply } from "./answer.ts";
import type { AnswerCode } from "./answer-codes.ts";
import type { BankDeps } from "./bank-deps.ts";
import { type CardTrace, type PresentedCard, refuseCard, traceCard } from "./card.ts";
import { type Challenge, judgeChallenge } from "./challenge.ts";
import { type Entry, isSameRequest } from "./entry.ts";
import type { AuthorizeMessage } from "./messages.ts";
import { newNumbers } from "./numbers.ts";
import { BEHAVIOURS, issuerCode } from "./test-cards.ts";
import type { TerminalKeys, TerminalTime } from "./terminal.ts";

/**
 * The terminal that sent a message, identified by the message's verified signature, and its time.
 */
export type Caller = TerminalTime & {
  readonly terminal: string;
  readonly keys: TerminalKeys;
};

type Decision = {
  readonly code: AnswerCode;
  readonly card: CardTrace;
  readonly challengeId: string | undefined;
};

/** Charges or preauthorises, once per request id, with the card itself or after 3-D Secure. */
export async function authorize(
  deps: BankDeps,
  caller: Caller,
  message: AuthorizeMessage,
): Promise<Reply> {
  const decision =
    "md" in message
      ? await decideByChallenge(deps, caller, message)
      : decideByCard(caller, message);
  if (decision === undefined) return declined("12");

  const entry = newEntry(deps, { caller, message, decision });
  const { fresh, row } = await deps.book.record(entry);
  if (!fresh && row.type !== "reverse" && !isSameRequest(row, entry)) return conflict();
  const { losesAnswer, answerDelayMs } = BEHAVIOURS[decision.card.behaviour];
  return { isLost: losesAnswer, delayMs: answerDelayMs, ...bookedAnswer(row) };
}

function decideByCard(
  caller: Caller,
  { card, installments }: { readonly card: PresentedCard; readonly installments: number },
): Decision {
  const trace = traceCard(caller.keys.fingerprintKey, card.number);
  const code = refuseCard(card, caller.now) ?? issuerCode(trace, installments);
  return { code, card: trace, challengeId: undefined };
}

async function decideByChallenge(
  deps: BankDeps,
  caller: Caller,
  message: AuthorizeMessage & { readonly md: string },
): Promise<Decision | undefined> {
  const challenge = await deps.book.findChallenge(message.md);
  if (challenge === undefined || !isFor(challenge, caller.terminal, message)) return undefined;
  const judged = judgeChallenge(challenge, caller.now);
  // Nothing is booked while the customer is still at the page, so the terminal may send the request
  // again later.
  if (judged === "open") return undefined;
  const code = judged === "00" ? issuerCode(challenge.card, challenge.installments) : judged;
  return { code, card: challenge.card, challengeId: challenge.id };
}

/**
 * True if the message asks for the payment that the challenge authenticated: a challenge is valid
 * for one terminal, one amount and one request id.
 */
function isFor(challenge: Challenge, terminal: string, message: AuthorizeMessage): boolean {
  return (
    challenge.terminal === terminal &&
    challenge.requestId === message.request_id &&
    challenge.orderId === message.order_id &&
    challenge.type === message.transaction_type &&
    challenge.amount.minor === BigInt(message.amount) &&
    challenge.amount.currency === message.currency &&
    challenge.installments === message.installments
  );
}

type NewEntry = {
  readonly caller: Caller;
  readonly message: AuthorizeMessage;
  readonly decision: Decision;
};

function newEntry(deps: BankDeps, { caller, message, decision }: NewEntry): Entry {
  const amount = money(BigInt(message.amount), message.currency);
  const isApproved = decision.code === "00";
  const { reference, authCode } = newNumbers(deps.random);
  return {
    terminal: caller.terminal,
    requestId: message.request_id,
    type: message.transaction_type,
    orderId: message.order_id,
    originalRequestId: undefined,
    amount,
    installments: message.installments,
    state: isApproved ? "approved" : "declined",
    code: decision.code,
    reference,
    authCode: isApproved ? authCode : "",
    card: decision.card,
    challengeId: decision.challengeId,
    capturedMinor: isApproved && message.transaction_type === "sale" ? amount.minor : 0n,
    refundedMinor: 0n,
    voided: false,
    version: 0,
    bookedAt: caller.now,
  };
}
