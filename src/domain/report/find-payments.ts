import type { DeclineReason } from "../payment/decline.ts";
import type { Instant } from "../../kernel/clock.ts";
import type { Customer } from "../session/session.ts";
import type { OrderId, SessionId } from "../../kernel/ids.ts";
import type { Scope } from "../merchant/scope.ts";
import type { Payment } from "../payment/payment.ts";
import type { TransactionFilter } from "./transaction-filter.ts";

/** A typed text to search for. */
export type SearchTerm = {
  /**
   * An order, session or refund id or its end, a card's last four digits, a reference or its end, a
   * value of the metadata, or a customer's name, e-mail address, telephone number or id.
   */
  readonly text: string;
  /** The amount in minor units that the text may be. */
  readonly amountMinor: bigint | undefined;
};

/** Conditions of the panel's search that the interface does not have. */
export type PaymentDetail = {
  readonly declineReason?: DeclineReason | undefined;
  /** The bank that issued the card, by the name in the BIN table. */
  readonly cardBank?: string | undefined;
};

/** A search for payments of a merchant: the filter of the interface (spec 4.10), and a text. */
export type PaymentSearch = Omit<TransactionFilter, "merchantId" | "mode"> &
  PaymentDetail & {
    readonly term: SearchTerm | undefined;
    /** Only payments older than the order `after`, or newer than the order `before`. */
    readonly after: OrderId | undefined;
    readonly before: OrderId | undefined;
    readonly limit: number;
  };

/** Payments, newest first, and whether there are more on either side. */
export type FoundPayments = {
  readonly payments: readonly Payment[];
  /** The customers of these payments, by session; a session without a customer has none. */
  readonly customers: ReadonlyMap<SessionId, Customer>;
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
  /** The number of matches on all pages; absent if they were not counted. */
  readonly total: number | undefined;
  /** The last payment that was read, if the search stopped before the page was full. */
  readonly leftOffAt: LeftOff | undefined;
};

export type LeftOff = { readonly orderId: OrderId; readonly at: Instant };

/**
 * `too_slow`: the search would have to read too many payments; the user should ask for fewer days.
 */
export interface PaymentFinder {
  find(scope: Scope, search: PaymentSearch): Promise<FoundPayments | "too_slow">;
}
