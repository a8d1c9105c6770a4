import type {
  FinalOutcome,
  Inquiry,
  ModificationOutcome,
  ModificationRequest,
  RefundRequest,
  UndoOutcome,
} from "../../domain/payment/acquirer.ts";
import { isAlreadyDone } from "../kit/already-done.ts";
import { unknown } from "../kit/ask-bank.ts";
import { outcomeOf } from "../kit/channel.ts";
import { refundInquiry, undoFound } from "../kit/original.ts";
import { refundOneWay, type RefundRule } from "../kit/refund-ways.ts";
import { unpackState } from "../kit/state.ts";
import { type Answer, paymentIdOf, readCapture, readChange } from "./answer.ts";
import { DAY_END } from "./capabilities.ts";
import { type Channel, send } from "./channel.ts";
import { REFUND_TOO_EARLY } from "./codes.ts";
import { inquire } from "./inquiry.ts";
import { cancelMessage, captureMessage, refundMessage } from "./request.ts";

export async function capture(
  channel: Channel,
  request: ModificationRequest,
): Promise<FinalOutcome> {
  const paymentId = paymentIdOf(request.original);
  if (paymentId === undefined) return unknown("no_payment_id");
  const { reference, orderId } = request;
  const sent = send(channel, captureMessage(request, paymentId));
  return outcomeOf(sent, (answer) =>
    readCapture(channel.terminal, answer, { kind: "POST_AUTH", reference, orderId, paymentId }),
  );
}

export function voidOrder(
  channel: Channel,
  { reference, original }: Pick<ModificationRequest, "reference" | "original">,
): Promise<FinalOutcome> {
  return cancel(channel, reference, paymentIdOf(original));
}

/** Finds the charge by its label and cancels it. */
export function undo(channel: Channel, inquiry: Inquiry): Promise<UndoOutcome> {
  const { reference } = inquiry;
  return undoFound(
    inquiry,
    (asked) => inquire(channel, asked),
    ({ original }) => voidOrder(channel, { reference, original }),
  );
}

const REFUND_RULE: RefundRule = {
  dayEnd: DAY_END,
  beforeDayEnd: "refund",
  // A cancellation that is clearly refused leaves the payment as it was.
  voidTooLate: "any",
  refundTooEarly: REFUND_TOO_EARLY,
};

/** A whole payment is cancelled on its own day, which leaves no line on the card's statement. */
export function refund(channel: Channel, request: RefundRequest): Promise<ModificationOutcome> {
  const isSale = unpackState(request.original.state)?.["kind"] === "sale";
  return refundOneWay(request, REFUND_RULE, {
    now: channel.transport.clock.now(),
    voidSale: isSale ? () => cancelSale(channel, request) : undefined,
    refund: () => giveBack(channel, request),
  });
}

/**
 * Cancels a sale. After a refusal that an earlier delivery may have caused, the report tells at
 * once: a cancellation without a row there was not made, so the refund may take its place.
 */
async function cancelSale(channel: Channel, request: RefundRequest): Promise<FinalOutcome> {
  const cancelled = await voidOrder(channel, request);
  if (cancelled.kind !== "unknown" || !isAlreadyDone(cancelled)) return cancelled;
  const found = await inquire(channel, refundInquiry(request, channel.transport.clock.now()));
  if (found.kind === "approved") return found;
  if (found.kind !== "not_found") return cancelled;
  const { cause: bankMessage } = cancelled;
  return { kind: "declined", reason: "general_error", retry: "no", bankCode: "", bankMessage };
}

async function giveBack(channel: Channel, request: RefundRequest): Promise<ModificationOutcome> {
  const paymentId = paymentIdOf(request.original);
  if (paymentId === undefined) return unknown("no_payment_id");
  const asked = { reference: request.reference, paymentId, isSigned: true };
  return outcomeOf<Answer, ModificationOutcome>(
    send(channel, refundMessage(request, paymentId)),
    (answer) =>
      // The company repeats such a refund itself, and the report has its end.
      answer.status === "failure" && answer.retryable === true
        ? { kind: "pending", until: "bank", askAt: undefined }
        : readChange(channel.terminal, answer, asked),
  );
}

async function cancel(
  channel: Channel,
  reference: string,
  paymentId: string | undefined,
): Promise<FinalOutcome> {
  if (paymentId === undefined) return unknown("no_payment_id");
  const sent = send(channel, cancelMessage(reference, paymentId));
  return outcomeOf(sent, (answer) =>
    readChange(channel.terminal, answer, { reference, paymentId, isSigned: false }),
  );
}
