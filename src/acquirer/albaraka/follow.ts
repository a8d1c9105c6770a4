import type {
  FinalOutcome,
  Inquiry,
  InquiryOutcome,
  ModificationOutcome,
  ModificationRequest,
  OriginalAttempt,
  RefundRequest,
  UndoOutcome,
} from "../../domain/payment/acquirer.ts";
import { askIfDone } from "../kit/already-done.ts";
import { unknown } from "../kit/ask-bank.ts";
import { judgeHistory } from "../kit/history.ts";
import { refundInquiry, undoFound } from "../kit/original.ts";
import { refundOneWay, type RefundRule } from "../kit/refund-ways.ts";
import { unpackState } from "../kit/state.ts";
import { readHistory, stateOf } from "./answer.ts";
import { ALBARAKA_DAY_END } from "./banks.ts";
import { NOT_FOUND_CODES, REFUND_TOO_EARLY, VOID_TOO_LATE } from "./codes.ts";
import { CHARGE_MS, INQUIRY_MS, type Line, outcomeOf, send } from "./exchange.ts";
import { captureMessage, changeMessage, inquiryMessage } from "./request.ts";

/** The authorization below an attempt, as the states of its attempts describe it. */
type Booked = {
  readonly reference: string;
  readonly step: string;
  readonly installments: string | undefined;
};

const TRANSACTIONS: Readonly<Record<string, string>> = {
  sale: "Sale",
  preauth: "Auth",
  capture: "Capture",
};

export async function capture(line: Line, request: ModificationRequest): Promise<FinalOutcome> {
  const { original, amount } = request;
  const { reference, installments } = bookedOf(original);
  // The capture must repeat the installments of the hold, so it is not sent without them.
  if (installments === undefined) return unknown("installments_not_known");
  const message = captureMessage(line.terminal, {
    referenceCode: original.bankReference,
    amount,
    installmentCount: Number(installments),
  });
  const answered = await send(line, message, CHARGE_MS);
  const state = stateOf({ reference, step: "capture", installments });
  return outcomeOf(answered, { about: "modification", state });
}

export async function cancel(line: Line, original: OriginalAttempt): Promise<FinalOutcome> {
  return change(line, original, undefined);
}

const RULE: RefundRule = {
  dayEnd: ALBARAKA_DAY_END,
  beforeDayEnd: "refund",
  voidTooLate: VOID_TOO_LATE,
  refundTooEarly: REFUND_TOO_EARLY,
};

/** Returns money, by a void of the whole sale on its day and by a refund otherwise. */
export async function refund(line: Line, request: RefundRequest): Promise<ModificationOutcome> {
  const { original } = request;
  const now = line.transport.clock.now();
  const outcome = await refundOneWay(request, RULE, {
    now,
    voidSale: bookedOf(original).step === "sale" ? () => cancel(line, original) : undefined,
    refund: () => change(line, original, request),
  });
  return askIfDone(outcome, () => inquire(line, refundInquiry(request, now)));
}

export async function inquire(line: Line, inquiry: Inquiry): Promise<InquiryOutcome> {
  const booked = bookedOf(inquiry.original ?? inquiry);
  const { reference } = booked;
  const answered = await send(line, inquiryMessage(line.terminal, reference), INQUIRY_MS);
  if (answered.kind === "unreachable") return unknown(answered.cause);
  if (answered.kind === "unknown") return answered;
  if (NOT_FOUND_CODES.has(answered.answer.code)) return { kind: "not_found" };
  const steps = readHistory(answered.answer, reference);
  if (steps === undefined) return unknown(`no_history_${answered.answer.code.slice(0, 4)}`);
  return judgeHistory(inquiry, steps, {
    stateOf: ({ kind: step }) => stateOf({ ...booked, step }),
  });
}

export function undo(line: Line, inquiry: Inquiry): Promise<UndoOutcome> {
  return undoFound(
    inquiry,
    (asked) => inquire(line, asked),
    ({ original }) => cancel(line, original),
  );
}

/** Voids the original, or refunds a part of it. */
async function change(
  line: Line,
  original: OriginalAttempt,
  refunded: RefundRequest | undefined,
): Promise<FinalOutcome> {
  const booked = bookedOf(original);
  const transaction = TRANSACTIONS[booked.step];
  // The bank wants the kind of the original, which only its state has.
  if (transaction === undefined) return unknown("original_not_known");
  const message = changeMessage(line.terminal, {
    operation: refunded === undefined ? "Reverse" : "Return",
    transaction,
    referenceCode: original.bankReference,
    amount: refunded?.amount,
  });
  const answered = await send(line, message, CHARGE_MS);
  const step = refunded === undefined ? "void" : "refund";
  return outcomeOf(answered, { about: "modification", state: stateOf({ ...booked, step }) });
}

function bookedOf({ reference, state }: Pick<OriginalAttempt, "reference" | "state">): Booked {
  const fields = unpackState(state) ?? {};
  return {
    reference: fields["reference"] ?? reference,
    step: fields["step"] ?? "",
    installments: fields["installments"],
  };
}
