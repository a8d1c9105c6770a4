import type {
  Approved,
  FinalOutcome,
  Inquiry,
  ModificationOutcome,
  ModificationRequest,
  RefundRequest,
  UndoOutcome,
} from "../../domain/payment/acquirer.ts";
import { alreadyDone } from "../kit/already-done.ts";
import { outcomeOf } from "../kit/channel.ts";
import { orderOf, type VoidedOrder } from "../kit/original.ts";
import { isRefusedWith, refundOneWay, type RefundRule } from "../kit/refund-ways.ts";
import { unpackState } from "../kit/state.ts";
import { type AskedAbout, readOutcome } from "./answer.ts";
import { DAY_END } from "./capabilities.ts";
import { type Channel, send } from "./channel.ts";
import { NOT_SETTLED, NOTHING_TO_VOID, VOID_REFUSED } from "./codes.ts";
import { inquire } from "./inquiry.ts";
import { captureMessage, creditMessage, voidMessage } from "./request.ts";

export function capture(
  channel: Channel,
  { original, amount }: ModificationRequest,
): Promise<FinalOutcome> {
  const reference = orderOf(original);
  const message = captureMessage(channel.terminal, reference, amount);
  return modify(channel, message, { reference, type: "capture" });
}

/** Releases a hold. A refusal that finds nothing may be about a hold that is released already. */
export async function voidOrder(
  channel: Channel,
  { original }: VoidedOrder,
): Promise<FinalOutcome> {
  const voided = await sendVoid(channel, orderOf(original));
  return isRefusedWith(voided, new Set([NOTHING_TO_VOID])) ? alreadyDone(NOTHING_TO_VOID) : voided;
}

/**
 * The bank voids only a whole sale, until its day end, and credits only after it. Its day end is
 * not known exactly, so its own refusal decides; a part of a sale, and a captured preauthorization,
 * wait for the day end.
 */
const REFUND_RULE: RefundRule = {
  dayEnd: DAY_END,
  beforeDayEnd: "refund",
  voidTooLate: VOID_REFUSED,
  refundTooEarly: new Set([NOT_SETTLED]),
};

export function refund(channel: Channel, request: RefundRequest): Promise<ModificationOutcome> {
  const { original, amount } = request;
  const reference = orderOf(original);
  // A captured preauthorization is not voided: whether the void would release the hold too, or only
  // the capture, is not known.
  const isSale = unpackState(original.state)?.["type"] === "sale";
  const message = creditMessage(channel.terminal, reference, amount);
  return refundOneWay(request, REFUND_RULE, {
    now: channel.transport.clock.now(),
    voidSale: isSale ? () => sendVoid(channel, reference) : undefined,
    refund: () => modify(channel, message, { reference, type: "credit" }),
  });
}

function sendVoid(channel: Channel, reference: string): Promise<FinalOutcome> {
  return modify(channel, voidMessage(channel.terminal, reference), { reference, type: "void" });
}

function modify(
  channel: Channel,
  message: string,
  { reference, type }: Pick<AskedAbout, "reference" | "type">,
): Promise<FinalOutcome> {
  return outcomeOf(send(channel, message), (answer) =>
    readOutcome(answer, { about: "modification", reference, type }),
  );
}

/** Voids a charge that the bank knows. A request that arrives later is not blocked by it. */
export async function undo(channel: Channel, inquiry: Inquiry): Promise<UndoOutcome> {
  const found = await inquire(channel, inquiry);
  switch (found.kind) {
    case "approved":
      return voidFound(channel, inquiry, found);
    case "undone":
      return { kind: "undone" };
    case "not_found":
    case "declined":
      return { kind: "nothing_there" };
    case "unknown":
      return found;
    default:
      return { kind: "unknown", cause: found.kind };
  }
}

async function voidFound(
  channel: Channel,
  { reference }: Inquiry,
  approved: Approved,
): Promise<UndoOutcome> {
  const voided = await sendVoid(channel, reference);
  if (voided.kind === "approved") return { kind: "undone" };
  if (voided.kind === "declined") {
    return VOID_REFUSED.has(voided.bankCode)
      ? { kind: "stands", approved }
      : { kind: "unknown", cause: voided.bankCode };
  }
  return voided;
}
