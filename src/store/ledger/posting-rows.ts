import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId, OrderId } from "../../kernel/ids.ts";
import { ACCOUNTS } from "../../domain/ledger/accounts.ts";
import type { Posting } from "../../domain/ledger/posting.ts";
import { MODES, type Mode } from "../../domain/merchant/merchant.ts";
import { column, optional, record } from "../../database/mapping/mapping.ts";

/**
 * The owner and the reference of one entry's postings; a second entry with the same reference is
 * refused.
 */
export type PostedEntry = {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  /** The attempt that moved the money, or the reference of a settled or unmatched line. */
  readonly entryId: string;
  readonly orderId?: OrderId | undefined;
  readonly at: Instant;
};

/** A row of `posting`; `line` counts the postings of an entry from 0. */
export type PostedRow = PostedEntry & Posting & { readonly line: number };

export const POSTING = record<PostedRow>({
  merchantId: column.id("merchant_id"),
  entryId: column.text("attempt_id"),
  line: column.integer("line", "smallint"),
  orderId: optional(column.id("order_id")),
  mode: column.oneOf("mode", MODES),
  debit: column.oneOf("debit", ACCOUNTS),
  credit: column.oneOf("credit", ACCOUNTS),
  amount: column.money("amount"),
  valueDate: optional(column.day("value_date")),
  at: column.instant("created_at"),
});
