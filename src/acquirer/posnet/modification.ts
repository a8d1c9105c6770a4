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
import type { BookedStep } from "../kit/history.ts";
import { refundInquiry, type VoidedOrder } from "../kit/original.ts";
import { refundOneWay, type RefundRule } from "../kit/refund-ways.ts";
import { bookedOf, readOutcome, stateOf } from "./answer.ts";
import { DAY_END } from "./capabilities.ts";
import { type Channel, send } from "./channel.ts";
import { REFUND_TOO_EARLY, VOID_TOO_LATE } from "./codes.ts";
import { inquire } from "./inquiry.ts";
import { captureMessage, type Message, refundMessage, voidMessage } from "./request.ts";

export async function capture(
  channel: Channel,
  { original, amount }: ModificationRequest,
): Promise<FinalOutcome> {
  const { reference, installments } = bookedOf(original);
  // The capture must repeat the installments of the hold, so it is not sent without them.
  if (installments === undefined) return unknown("installments_not_known");
  const { bankReference: hostLogKey } = original;
  const captured = { reference, hostLogKey, amount, installments };
  return modify(channel, original, {
    message: captureMessage(channel.terminal, captured),
    step: "capture",
  });
}

export function voidOrder(channel: Channel, { original }: VoidedOrder): Promise<FinalOutcome> {
  const { reference, step } = bookedOf(original);
  const transaction = step === "sale" ? "sale" : "auth";
  const voided = { reference, hostLogKey: original.bankReference, transaction } as const;
  return modify(channel, original, {
    message: voidMessage(channel.terminal, voided),
    step: "void",
  });
}

const REFUND_RULE: RefundRule = {
  dayEnd: DAY_END,
  beforeDayEnd: "refund",
  voidTooLate: VOID_TOO_LATE,
  refundTooEarly: REFUND_TOO_EARLY,
};

/** Returns money; the bank takes refunds on the day of the sale too, once the sale is booked. */
export async function refund(
  channel: Channel,
  request: RefundRequest,
): Promise<ModificationOutcome> {
  const { original, amount } = request;
  const { reference, step } = bookedOf(original);
  const refunded = { reference, hostLogKey: original.bankReference, amount };
  const message = refundMessage(channel.terminal, refunded);
  const now = channel.transport.clock.now();
  const outcome = await refundOneWay(request, REFUND_RULE, {
    now,
    // The void of a capture leaves the hold open, so only a sale is voided.
    voidSale: step === "sale" ? () => voidOrder(channel, request) : undefined,
    refund: () => modify(channel, original, { message, step: "refund" }),
  });
  return askIfDone(outcome, () => inquire(channel, refundInquiry(request, now)));
}

function modify(
  channel: Channel,
  original: OriginalAttempt,
  { message, step }: { readonly message: Message; readonly step: BookedStep["kind"] },
): Promise<FinalOutcome> {
  const state = stateOf({ ...bookedOf(original), step });
  return outcomeOf(send(channel, message), (answer) =>
    readOutcome(answer, { about: "modification", state }),
  );
}
