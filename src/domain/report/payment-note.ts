import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId, OrderId } from "../../kernel/ids.ts";

/** The most characters of a note. */
export const NOTE_MAX = 1_000;

/** A remark of a panel user about a payment, for the merchant's own people. */
export type PaymentNote = {
  readonly noteId: string;
  /** The e-mail address of the user who wrote it. */
  readonly author: string;
  readonly text: string;
  readonly writtenAt: Instant;
};

export type PaymentNoteOf = PaymentNote & { readonly orderId: OrderId };

/** The payment of a note; the order's id names its merchant and belongs to one mode. */
export type NotedOrder = { readonly merchantId: MerchantId; readonly orderId: OrderId };

export interface PaymentNotes {
  add(order: NotedOrder, note: PaymentNote): Promise<void>;
  /** Returns the notes of a payment, oldest first. */
  list(order: NotedOrder): Promise<readonly PaymentNote[]>;
  /** Returns the newest notes of several payments of a merchant, the newest first. */
  newest(merchantId: MerchantId, orders: readonly OrderId[]): Promise<readonly PaymentNoteOf[]>;
}
