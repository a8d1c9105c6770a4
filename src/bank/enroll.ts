import { instant } from "../kernel/clock.ts";
import { money } from "../kernel/money.ts";
import { conflict, declined, type Reply, stateAnswer } from "./answer.ts";
import type { Caller } from "./authorize.ts";
import type { BankDeps } from "./bank-deps.ts";
import { refuseCard, traceCard } from "./card.ts";
import type { Challenge } from "./challenge.ts";
import type { EnrollMessage } from "./messages.ts";
import { newChallengeId, newOneTimeCode } from "./numbers.ts";
import { BEHAVIOURS } from "./test-cards.ts";

/** Starts 3-D Secure: afterwards the challenge's id replaces the card. No money moves. */
export async function enroll(
  deps: BankDeps,
  caller: Caller,
  message: EnrollMessage,
): Promise<Reply> {
  if (!URL.canParse(message.return_url)) return declined("30");
  const refusal = refuseCard(message.card, caller.now);
  if (refusal !== undefined) return declined(refusal);
  const proposed = newChallenge(deps, caller, message);
  if (!BEHAVIOURS[proposed.card.behaviour].enrols) return declined("Q2");

  const booked = await deps.book.find(proposed);
  if (booked !== undefined) return booked.state === "reversed" ? declined("12") : conflict();
  const { fresh, row } = await deps.book.openChallenge(proposed);
  if (!fresh && !isSameEnrolment(row, proposed)) return conflict();
  return {
    answer: {
      acs_url: `${deps.publicBaseUrl}/3ds/${row.id}`,
      fields: { md: row.id },
      ...stateAnswer("challenge", "00"),
    },
  };
}

function newChallenge(deps: BankDeps, caller: Caller, message: EnrollMessage): Challenge {
  return {
    id: newChallengeId(deps.random),
    terminal: caller.terminal,
    requestId: message.request_id,
    orderId: message.order_id,
    type: message.transaction_type,
    amount: money(BigInt(message.amount), message.currency),
    installments: message.installments,
    card: traceCard(caller.keys.fingerprintKey, message.card.number),
    merchantName: message.merchant_name,
    language: message.language,
    returnUrl: message.return_url,
    oneTimeCode: newOneTimeCode(deps.random),
    wrongCodes: 0,
    openedAt: caller.now,
    aheadMs: caller.aheadMs,
    expiresAt: instant(message.expires_at),
    decision: undefined,
    version: 0,
  };
}

function isSameEnrolment(left: Challenge, right: Challenge): boolean {
  return (
    left.orderId === right.orderId &&
    left.type === right.type &&
    left.amount.minor === right.amount.minor &&
    left.amount.currency === right.amount.currency &&
    left.installments === right.installments &&
    left.card.fingerprint === right.card.fingerprint &&
    left.returnUrl === right.returnUrl
  );
}
