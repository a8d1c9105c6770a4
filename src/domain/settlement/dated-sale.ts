import type { Instant } from "../../kernel/clock.ts";
import type { OrderId } from "../../kernel/ids.ts";
import type { Money } from "../../kernel/money.ts";
import type { Posting } from "../ledger/posting.ts";
import type { ExpectedPayout } from "./term.ts";

/** An unsettled sale that was posted without a commission and a value date. */
export type UndatedSale = ExpectedPayout & {
  readonly attemptId: string;
  readonly orderId: OrderId;
  readonly gross: Money;
  readonly takenAt: Instant;
};

/** A sale with the postings that give it the commission and the value date of a contract. */
export type DatedSale = { readonly sale: UndatedSale; readonly postings: readonly Posting[] };
