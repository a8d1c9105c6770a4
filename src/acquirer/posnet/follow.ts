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
import { judgeHistory, type BookedStep } from "../kit/history.ts";
import { refundInquiry, undoFound } from "../kit/original.ts";
import { refundOneWay, type RefundRule } from "../kit/refund-ways.ts";
import { unpackState } from "../kit/state.ts";
import { isEmpty, readHistory, stateOf } from "./answer.ts";
import { POSNET_DAY_END } from "./banks.ts";
import { NOT_FOUND_CODES, REFUND_TOO_EARLY, VOID_TOO_LATE } from "./codes.ts";
import { CHARGE_MS, INQUIRY_MS, type Line, outcomeOf, send } from "./exchange.ts";
import {
  type Cancellation,
  captureMessage,
  inquiryMessage,
  orderIdsOf,
  type PosnetMessage,
  refundMessage,
  reverseMessage,
} from "./request.ts";

/** The authorization below an attempt, as the states of its attempts describe it. */
type Booked = {
  readonly reference: string;
  readonly step: string;
  readonly isChallenged: boolean;
  readonly installments: string | undefined;
};

export function capture(line: Line, request: ModificationRequest): Promise<FinalOutcome> {
  const { original, amount } = request;
  const { reference, installments } = bookedOf(original);
  // The capture must repeat the installments of the hold, so it is not sent without them.
  if (installments === undefined) return Promise.resolve(unknown("installments_not_known"));
  const hostLogKey = original.bankReference;
  const message = captureMessage(line.terminal, { reference, hostLogKey, amount, installments });
  return modify(line, original, { message, step: "capture" });
}

export function cancel(
  line: Line,
  original: OriginalAttempt,
  transaction: Cancellation["transaction"],
): Promise<FinalOutcome> {
  const { reference } = bookedOf(original);
  const hostLogKey = original.bankReference;
  const message = reverseMessage(line.terminal, { reference, hostLogKey, transaction });
  return modify(line, original, { message, step: "void" });
}

const RULE: RefundRule = {
  dayEnd: POSNET_DAY_END,
  beforeDayEnd: "refund",
  voidTooLate: VOID_TOO_LATE,
  refundTooEarly: REFUND_TOO_EARLY,
};

/** Returns money; the bank takes refunds on the day of the sale too, once the sale is booked. */
export async function refund(line: Line, request: RefundRequest): Promise<ModificationOutcome> {
  const { original, amount } = request;
  const { reference, step } = bookedOf(original);
  const hostLogKey = original.bankReference;
  const message = refundMessage(line.terminal, { reference, hostLogKey, amount });
  const now = line.transport.clock.now();
  const outcome = await refundOneWay(request, RULE, {
    now,
    // The void of a capture leaves the hold open, so only a sale is voided.
    voidSale: step === "sale" ? () => cancel(line, original, "sale") : undefined,
    refund: () => modify(line, original, { message, step: "refund" }),
  });
  return askIfDone(outcome, () => inquire(line, refundInquiry(request, now)));
}

export async function inquire(line: Line, inquiry: Inquiry): Promise<InquiryOutcome> {
  const booked =
    inquiry.original === undefined
      ? bookedOf({ reference: inquiry.reference, state: inquiry.state })
      : bookedOf(inquiry.original);
  // The bank does not know the attempt only if it says so under each of its names.
  let nowhere: InquiryOutcome = { kind: "not_found" };
  const names = orderIdsOf(booked.reference, booked.isChallenged);
  for (const orderId of names) {
    const outcome = await inquireOrder(line, inquiry, { orderId, names, booked });
    if (outcome === NO_ROWS) nowhere = outcome;
    else if (outcome.kind !== "not_found") return outcome;
  }
  return nowhere;
}

export function undo(line: Line, inquiry: Inquiry): Promise<UndoOutcome> {
  return undoFound(
    inquiry,
    (asked) => inquire(line, asked),
    ({ original }) => cancel(line, original, bookedOf(original).step === "sale" ? "sale" : "auth"),
  );
}

const NO_ROWS = unknown("no_rows");

type Order = {
  readonly orderId: string;
  /** All names of the order; the bank may answer to one with the rows of another. */
  readonly names: readonly string[];
  readonly booked: Booked;
};

async function inquireOrder(
  line: Line,
  inquiry: Inquiry,
  { orderId, names, booked }: Order,
): Promise<InquiryOutcome> {
  const answered = await send(line, inquiryMessage(line.terminal, orderId), INQUIRY_MS);
  if (answered.kind === "unreachable") return unknown(answered.cause);
  if (answered.kind === "unknown") return answered;
  const { answer } = answered;
  if (answer.approved === "0" && NOT_FOUND_CODES.has(answer.code)) return { kind: "not_found" };
  if (isEmpty(answer)) return NO_ROWS;
  const steps = readHistory(answer, names);
  if (steps === undefined) return unknown(`no_history_${answer.code.slice(0, 4)}`);
  return judgeHistory(inquiry, steps, {
    stateOf: ({ kind: step }) => stateOf({ ...booked, step }),
  });
}

type Modified = { readonly message: PosnetMessage; readonly step: BookedStep["kind"] };

async function modify(
  line: Line,
  original: OriginalAttempt,
  { message, step }: Modified,
): Promise<FinalOutcome> {
  const answered = await send(line, message, CHARGE_MS);
  const state = stateOf({ ...bookedOf(original), step });
  return outcomeOf(answered, { about: "modification", state });
}

function bookedOf({ reference, state }: Pick<OriginalAttempt, "reference" | "state">): Booked {
  const fields = unpackState(state) ?? {};
  return {
    reference: fields["reference"] ?? reference,
    step: fields["step"] ?? "",
    isChallenged: fields["way"] === "3d",
    installments: fields["installments"],
  };
}
