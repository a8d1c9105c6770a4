import type pg from "pg";
import { money } from "../../../kernel/money.ts";
import type { MerchantId } from "../../../kernel/ids.ts";
import type { Mode } from "../../../merchant/merchant.ts";
import type { RefundTransfer } from "../../../transfer/refund-transfer.ts";
import { bigint, currency, moment, optionalText, text, type Row } from "../sql/rows.ts";

// If a statement line completed the payment, the bank reference of the attempt is the line's
// account and bank key. The operator and the merchant may both have imported the line, so `limit 1`
// keeps each refund single.
const WAITING = `
  select refund.*, request.iban as from_iban, request.account_holder, line.sender_iban,
    line.sender_name
  from refund
  join transfer_request as request using (merchant_id, order_id)
  join attempt on attempt.merchant_id = refund.merchant_id
    and attempt.order_id = refund.order_id and attempt.kind = 'authorize'
  left join lateral (
    select * from statement_line
    where account || '/' || bank_key = attempt.bank_reference and (
      order_id = refund.order_id and state = 'matched'
      or (account, bank_key, scope) in (
        select account, bank_key, scope from line_assignment as used
        where used.merchant_id = refund.merchant_id and used.order_id = refund.order_id))
    order by scope limit 1
  ) as line on true
  where refund.merchant_id = $1 and refund.mode = $2 and refund.state = 'awaiting_payout'
  order by refund.created_at, refund.refund_id`;

/** Refunds of bank transfers whose money a person has to send back. */
export async function readRefundTransfers(
  pool: pg.Pool,
  owner: { readonly merchantId: MerchantId; readonly mode: Mode },
): Promise<readonly RefundTransfer[]> {
  const { rows } = await pool.query<Row>(WAITING, [owner.merchantId, owner.mode]);
  return rows.map((row) => ({
    refundId: text(row, "refund_id"),
    orderId: text(row, "order_id"),
    amount: money(bigint(row, "amount"), currency(row, "currency")),
    fromIban: text(row, "from_iban"),
    fromName: text(row, "account_holder"),
    toIban: optionalText(row, "sender_iban"),
    toName: optionalText(row, "sender_name"),
    requestedAt: moment(row, "created_at"),
  }));
}
