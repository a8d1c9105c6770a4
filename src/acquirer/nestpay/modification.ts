import type { Instant } from "../../kernel/clock.ts";
import type { Money } from "../../kernel/money.ts";
import type {
  Approved,
  FinalOutcome,
  InquiryOutcome,
  ModificationOutcome,
  UndoOutcome,
} from "../../domain/payment/acquirer-outcomes.ts";
import type { Inquiry, RefundRequest } from "../../domain/payment/acquirer-requests.ts";
import { alreadyDone } from "../kit/already-done.ts";
import { orderOf } from "../kit/original.ts";
import { isRefusedWith, refundOneWay } from "../kit/refund-ways.ts";
import { unpackState } from "../kit/state.ts";
import { NOT_SETTLED, NOTHING_TO_VOID, VOID_REFUSED } from "./codes.ts";

/** The two messages by which money goes back. */
export type Returning = {
  voidOrder(reference: string): Promise<FinalOutcome>;
  credit(reference: string, amount: Money): Promise<FinalOutcome>;
};

/** Releases a hold. A refusal that finds nothing may be about a hold that is released already. */
export async function release(
  bank: Pick<Returning, "voidOrder">,
  reference: string,
): Promise<ModificationOutcome> {
  const voided = await bank.voidOrder(reference);
  return isRefusedWith(voided, new Set([NOTHING_TO_VOID])) ? alreadyDone(NOTHING_TO_VOID) : voided;
}

export type RefundRules = { readonly dayEnd: string; readonly now: Instant };

/**
 * Refunds by a void or a credit. The bank voids only a whole sale, until its day end, and credits
 * only after it. Its day end is not known exactly, so its own refusal decides; a part of a sale,
 * and a captured preauthorization, wait for the day end.
 */
export async function refund(
  bank: Returning,
  request: RefundRequest,
  { dayEnd, now }: RefundRules,
): Promise<ModificationOutcome> {
  const { original, amount } = request;
  const order = orderOf(original);
  // A captured preauthorization is not voided: whether the void would release the hold too, or only
  // the capture, is not known.
  const isSale = unpackState(original.state)?.["type"] === "sale";
  const rule = {
    dayEnd,
    beforeDayEnd: "refund",
    voidTooLate: VOID_REFUSED,
    refundTooEarly: TOO_EARLY,
  } as const;
  return refundOneWay(request, rule, {
    now,
    voidSale: isSale ? () => bank.voidOrder(order) : undefined,
    refund: () => bank.credit(order, amount),
  });
}

const TOO_EARLY = new Set([NOT_SETTLED]);

/** Voids a charge that the bank knows. A request that arrives later is not blocked by it. */
export async function undo(
  bank: Pick<Returning, "voidOrder">,
  inquiry: Inquiry,
  find: (inquiry: Inquiry) => Promise<InquiryOutcome>,
): Promise<UndoOutcome> {
  const found = await find(inquiry);
  switch (found.kind) {
    case "approved":
      return voidFound(bank, inquiry, found);
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
  bank: Pick<Returning, "voidOrder">,
  { reference }: Inquiry,
  approved: Approved,
): Promise<UndoOutcome> {
  const voided = await bank.voidOrder(reference);
  if (voided.kind === "approved") return { kind: "undone" };
  if (voided.kind === "declined") {
    return VOID_REFUSED.has(voided.bankCode)
      ? { kind: "stands", approved }
      : { kind: "unknown", cause: voided.bankCode };
  }
  return voided;
}
