import type { Instant } from "../kernel/clock.ts";
import type { OrderId } from "../kernel/ids.ts";
import type { Scope } from "../merchant/scope.ts";
import type { Payment } from "../payment/payment.ts";
import type { TransactionFilter } from "./transaction-filter.ts";

/** What somebody looks for among a merchant's payments; the filter is that of the interface. */
export type PaymentSearch = Omit<TransactionFilter, "merchantId" | "mode"> & {
  /** An order, session or refund, a card's last four, a customer, or a reference. */
  readonly text: string | undefined;
  /** Only those older than this order, or newer than that one. */
  readonly after: OrderId | undefined;
  readonly before: OrderId | undefined;
  readonly limit: number;
};

/** Newest first, with whether there are more on either side. */
export type FoundPayments = {
  readonly payments: readonly Payment[];
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
  /** All that pass the filter, on this page and on the others; absent where nobody counted. */
  readonly total: number | undefined;
  /** The last payment that was looked at, where that was left off before the page was full. */
  readonly leftOffAt: LeftOff | undefined;
};

export type LeftOff = { readonly orderId: OrderId; readonly at: Instant };

/** `too_slow`: so much had to be gone through that fewer days should be asked for. */
export interface PaymentFinder {
  find(scope: Scope, search: PaymentSearch): Promise<FoundPayments | "too_slow">;
}
