import type { Approved, Inquiry, InquiryOutcome, Unknown } from "../../domain/payment/acquirer.ts";
import type { Money } from "../../kernel/money.ts";
import { unknown } from "../kit/ask-bank.ts";
import { ownBooking } from "../kit/own-booking.ts";
import { asVoid } from "../kit/refund-ways.ts";
import { packState } from "../kit/state.ts";
import { refusalOf } from "./codes.ts";

/** The answer to a provision or reversal, after its signature was verified where it has one. */
export type BoaResult =
  | {
      readonly kind: "result";
      readonly isSuccess: boolean;
      readonly code: string;
      readonly message: string;
      readonly reference: string;
      readonly orderId: string;
      readonly rrn: string;
      readonly authCode: string;
    }
  | Unknown;

/** A purchase in the bank's list. Fields that the bank left out are undefined. */
export type BoaOrder = {
  readonly orderId: string;
  readonly reference: string;
  /** 1 sold, 4 refunded, 5 partly refunded, 6 cancelled. */
  readonly lastStatus: string;
  /** 1 successful, 2 failed. */
  readonly transactionStatus: string;
  readonly code: string;
  readonly message: string;
  readonly provisionNumber: string;
  readonly rrn: string;
  readonly amount: Money | undefined;
  readonly refunded: Money | undefined;
  readonly endOfDay: "open" | "closed" | undefined;
};

export type BoaOrders =
  | { readonly kind: "orders"; readonly orders: readonly BoaOrder[] }
  | { readonly kind: "refused"; readonly code: string; readonly message: string }
  | Unknown;

export type BoaReturn =
  | {
      readonly kind: "read";
      readonly isPassed: boolean;
      readonly code: string;
      readonly message: string;
      readonly orderId: string;
      readonly md: string;
    }
  | { readonly kind: "forged" };

const CANCELLED = "6";
const REFUNDED = "4";
/** Sold, refunded, and partly refunded purchases were charged; the other numbers are not known. */
const CHARGED: ReadonlySet<string> = new Set(["1", REFUNDED, "5"]);
const SUCCESSFUL = "1";
const FAILED = "2";

export type FoundOrder =
  | { readonly kind: "order"; readonly order: BoaOrder }
  | { readonly kind: "none" }
  | Unknown;

/** The outcome of an authorization. The bank may list several purchases under one reference. */
export function authorizationOf(
  list: BoaOrders,
  inquiry: Pick<Inquiry, "reference" | "amount">,
): InquiryOutcome {
  const own = ownOrders(list, inquiry.reference);
  if (own.kind === "unknown") return own;
  const charged = own.orders.filter(isCharged);
  const [only] = charged;
  if (charged.length > 1) return unknown("several_charges");
  if (only !== undefined) return approvalOf(only, inquiry.amount);
  if (own.orders.some((order) => order.lastStatus === CANCELLED)) return { kind: "undone" };
  return uncharged(own.orders);
}

/**
 * The outcome of a refund. The bank's list has only sums, so it tells whether a refund was made
 * only where there was none, or where the whole amount went back at once.
 */
export function refundOf(list: BoaOrders, inquiry: Inquiry): InquiryOutcome {
  const { original, amount } = inquiry;
  if (original === undefined) return unknown("refund_without_original");
  const found = chargedOrder(list, original.reference);
  if (found.kind !== "order") return found.kind === "none" ? { kind: "not_found" } : found;
  const { order } = found;
  const isWhole = amount.minor === original.amount.minor;
  if (order.lastStatus === "1" && order.refunded?.minor === 0n) return { kind: "not_found" };
  const isReturned = order.lastStatus === CANCELLED || order.lastStatus === REFUNDED;
  if (!isWhole || !isReturned) {
    return { kind: "unknown", cause: "sum_of_refunds_only", refundedSum: order.refunded };
  }
  const returned = approved(order, undefined);
  return ownBooking(inquiry, order.lastStatus === CANCELLED ? asVoid(returned) : returned);
}

/** The charged purchase of a reference, also if it was cancelled later. */
export function chargedOrder(list: BoaOrders, reference: string): FoundOrder {
  const own = ownOrders(list, reference);
  if (own.kind === "unknown") return own;
  const charged = own.orders.filter((order) => isCharged(order) || order.lastStatus === CANCELLED);
  const [only] = charged;
  if (charged.length > 1) return unknown("several_charges");
  return only === undefined ? { kind: "none" } : { kind: "order", order: only };
}

/** The purchases under a reference; a list with another one is no answer to our question. */
export function ownOrders(
  list: BoaOrders,
  reference: string,
): { readonly kind: "orders"; readonly orders: readonly BoaOrder[] } | Unknown {
  if (list.kind === "unknown") return list;
  if (list.kind === "refused") return unknown(`list_refused_${list.code.slice(0, 40)}`);
  const isOwn = list.orders.every((order) => order.reference === reference);
  return isOwn ? list : unknown("foreign_row");
}

/** True for a purchase that the bank refused, or whose 3-D Secure failed. */
export function hasFailed({ transactionStatus }: BoaOrder): boolean {
  return transactionStatus === FAILED;
}

function isCharged({ lastStatus, transactionStatus, code, provisionNumber }: BoaOrder): boolean {
  const isApproved = transactionStatus === SUCCESSFUL && code === "00" && provisionNumber !== "";
  return isApproved && CHARGED.has(lastStatus);
}

function approvalOf(order: BoaOrder, asked: Money): Approved | Unknown {
  const { amount } = order;
  if (amount === undefined || amount.minor === 0n) return unknown("unreadable_amount");
  return amount.minor === asked.minor ? approved(order, amount) : unknown("other_amount");
}

function approved(order: BoaOrder, amount: Money | undefined): Approved {
  return {
    kind: "approved",
    bankReference: order.rrn === "" ? order.orderId : order.rrn,
    authCode: order.provisionNumber,
    bankCode: "00",
    ...(amount === undefined ? {} : { amount }),
    state: packState({ orderId: order.orderId }),
  };
}

/** A successful row without an authorization number is a 3-D Secure that was not charged. */
function uncharged(orders: readonly BoaOrder[]): InquiryOutcome {
  const last = orders.at(-1);
  if (last === undefined) return { kind: "not_found" };
  if (orders.every(hasFailed)) {
    return refusalOf({ code: last.code, message: last.message, about: "authorization" });
  }
  const isOpen = orders.every(({ provisionNumber }) => provisionNumber === "");
  return isOpen ? { kind: "challenge_open" } : unknown(`order_status_${last.lastStatus}`);
}
