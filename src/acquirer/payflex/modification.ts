import type {
  Inquiry,
  InquiryOutcome,
  ModificationOutcome,
  ModificationRequest,
  RefundRequest,
  UndoOutcome,
} from "../../domain/payment/acquirer.ts";
import { isAlreadyDone } from "../kit/already-done.ts";
import { unknown } from "../kit/ask-bank.ts";
import { outcomeOf, resultOf } from "../kit/channel.ts";
import { afterDayEnd } from "../../kernel/istanbul-time.ts";
import { refundOneWay } from "../kit/refund-ways.ts";
import { isSale, readResultCode, readVpos } from "./answer.ts";
import { DAY_END } from "./capabilities.ts";
import { type Channel, send } from "./channel.ts";
import { ALREADY_UNDONE, BATCH_CLOSED, DAY_END_RUNNING, ORIGINAL_MISSING } from "./codes.ts";
import { inquire } from "./inquiry.ts";
import { modificationMessage, reversalMessage } from "./request.ts";

/** The kind of the attempt for each message; a refund may be made by a cancellation. */
const KINDS = { Capture: "capture", Cancel: "void", Refund: "refund" } as const;

export function capture(
  channel: Channel,
  request: ModificationRequest,
): Promise<ModificationOutcome> {
  return modify(channel, "Capture", request);
}

export function voidOrder(
  channel: Channel,
  request: ModificationRequest,
): Promise<ModificationOutcome> {
  return modify(channel, "Cancel", request);
}

/**
 * Returns the whole amount of an open day by cancelling the sale, which leaves no trace on the
 * card's statement, and every other amount by a refund. Both messages bear the number of the
 * refund, which the bank takes once; so a refund after a refused cancellation is not a second one.
 */
export function refund(channel: Channel, request: RefundRequest): Promise<ModificationOutcome> {
  const { capabilities, transport } = channel;
  const rule = {
    dayEnd: DAY_END,
    beforeDayEnd: capabilities.refund.beforeDayEnd === "any" ? "refund" : "wait",
    voidTooLate: BATCH_CLOSED,
    refundTooEarly: new Set<string>(),
  } as const;
  return refundOneWay(request, rule, {
    now: transport.clock.now(),
    voidSale: isSale(request.original.state) ? () => voidOrder(channel, request) : undefined,
    refund: () => modify(channel, "Refund", request),
  });
}

export async function undo(channel: Channel, inquiry: Inquiry): Promise<UndoOutcome> {
  const message = reversalMessage(channel.terminal, inquiry.reference);
  return resultOf(send(channel, "vpos", message), async (text): Promise<UndoOutcome> => {
    const code = readResultCode(text);
    if (code === undefined) return unknown("unreadable_answer");
    if (code === "0000" || ALREADY_UNDONE.has(code)) return { kind: "undone" };
    if (ORIGINAL_MISSING.has(code)) return { kind: "nothing_there" };
    return found(await inquire(channel, inquiry));
  });
}

/** The result of an undo that the bank refused, by the bank's own list. */
function found(outcome: InquiryOutcome): UndoOutcome {
  switch (outcome.kind) {
    case "approved":
      return { kind: "stands", approved: outcome };
    case "undone":
      return { kind: "undone" };
    case "declined":
    case "not_found":
      return { kind: "nothing_there" };
    default:
      return unknown("not_undone");
  }
}

async function modify(
  channel: Channel,
  type: "Capture" | "Cancel" | "Refund",
  request: ModificationRequest,
): Promise<ModificationOutcome> {
  const { terminal, transport } = channel;
  const { reference, amount } = request;
  const expected = { type, merchantId: terminal.merchantId, reference, amount };
  const sent = send(channel, "vpos", modificationMessage(terminal, type, request));
  const outcome = await outcomeOf(sent, (text): ModificationOutcome => {
    if (readResultCode(text) !== DAY_END_RUNNING) return readVpos(text, expected);
    // The bank has booked nothing, and refuses the number if it should have.
    const askAt = afterDayEnd(transport.clock.now(), DAY_END);
    return { kind: "pending", until: "day_end", askAt };
  });
  if (!isAlreadyDone(outcome)) return outcome;
  // The rows of a message that was refused for the state of its original tell whether an earlier
  // delivery of it was carried out; without rows it stays unknown.
  const asked = { kind: KINDS[type], state: undefined, createdAt: transport.clock.now() };
  const listed = await inquire(channel, { ...request, ...asked });
  return listed.kind === "approved" || listed.kind === "declined" ? listed : outcome;
}
