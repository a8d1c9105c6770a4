import type {
  FinalOutcome,
  ModificationOutcome,
  ModificationRequest,
  OriginalAttempt,
  RefundRequest,
} from "../../domain/payment/acquirer.ts";
import { askIfDone } from "../kit/already-done.ts";
import { unknown } from "../kit/ask-bank.ts";
import { outcomeOf } from "../kit/channel.ts";
import { refundInquiry, type VoidedOrder } from "../kit/original.ts";
import { refundOneWay, type RefundRule } from "../kit/refund-ways.ts";
import { bookedOf, readOutcome, stateOf } from "./answer.ts";
import { DAY_END } from "./capabilities.ts";
import { type Channel, send } from "./channel.ts";
import { REFUND_TOO_EARLY, VOID_TOO_LATE } from "./codes.ts";
import { inquire } from "./inquiry.ts";
import { captureMessage, modificationMessage } from "./request.ts";

const TRANSACTIONS: Readonly<Record<string, string>> = {
  sale: "Sale",
  preauth: "Auth",
  capture: "Capture",
};

export async function capture(
  channel: Channel,
  { original, amount }: ModificationRequest,
): Promise<FinalOutcome> {
  const { reference, installments } = bookedOf(original);
  // The capture must repeat the installments of the hold, so it is not sent without them.
  if (installments === undefined) return unknown("installments_not_known");
  const { bankReference: referenceCode } = original;
  const captured = { referenceCode, amount, installmentCount: Number(installments) };
  const state = stateOf({ reference, step: "capture", installments });
  return outcomeOf(send(channel, captureMessage(channel.terminal, captured)), (answer) =>
    readOutcome(answer, { about: "modification", state }),
  );
}

export function voidOrder(channel: Channel, { original }: VoidedOrder): Promise<FinalOutcome> {
  return modify(channel, original, undefined);
}

const REFUND_RULE: RefundRule = {
  dayEnd: DAY_END,
  beforeDayEnd: "refund",
  voidTooLate: VOID_TOO_LATE,
  refundTooEarly: REFUND_TOO_EARLY,
};

/** Returns money, by a void of the whole sale on its day and by a refund otherwise. */
export async function refund(
  channel: Channel,
  request: RefundRequest,
): Promise<ModificationOutcome> {
  const { original } = request;
  const now = channel.transport.clock.now();
  const isSale = bookedOf(original).step === "sale";
  const outcome = await refundOneWay(request, REFUND_RULE, {
    now,
    voidSale: isSale ? () => voidOrder(channel, request) : undefined,
    refund: () => modify(channel, original, request),
  });
  return askIfDone(outcome, () => inquire(channel, refundInquiry(request, now)));
}

/** Voids the original, or refunds a part of it. */
async function modify(
  channel: Channel,
  original: OriginalAttempt,
  refunded: RefundRequest | undefined,
): Promise<FinalOutcome> {
  const booked = bookedOf(original);
  const transaction = TRANSACTIONS[booked.step];
  // The bank wants the kind of the original, which only its state has.
  if (transaction === undefined) return unknown("original_not_known");
  const message = modificationMessage(channel.terminal, {
    operation: refunded === undefined ? "Reverse" : "Return",
    transaction,
    referenceCode: original.bankReference,
    amount: refunded?.amount,
  });
  const state = stateOf({ ...booked, step: refunded === undefined ? "void" : "refund" });
  return outcomeOf(send(channel, message), (answer) =>
    readOutcome(answer, { about: "modification", state }),
  );
}
