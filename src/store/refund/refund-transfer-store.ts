import type pg from "pg";
import { toIso } from "../../kernel/clock.ts";
import { money } from "../../kernel/money.ts";
import { merchantOf, type MerchantId } from "../../kernel/ids.ts";
import type { Mode } from "../../domain/merchant/merchant.ts";
import type {
  PayoutBatch,
  RefundTransfer,
  RefundTransferStore,
} from "../../domain/transfer/refund-transfer.ts";
import {
  bigint,
  currency,
  moment,
  optionalText,
  text,
  type Row,
} from "../../database/mapping/rows.ts";

const WAITING = `
  select refund.*, request.iban as from_iban, request.account_holder, attempt.bank_reference,
    payout.batch_id, payout.exported_at, payout.to_iban
  from refund
  join transfer_request as request using (merchant_id, order_id)
  join attempt on attempt.merchant_id = refund.merchant_id
    and attempt.order_id = refund.order_id and attempt.kind = 'authorize'
  left join refund_payout as payout on payout.merchant_id = refund.merchant_id
    and payout.refund_id = refund.refund_id
  where refund.merchant_id = $1 and refund.mode = $2 and refund.state = 'awaiting_payout'
  order by refund.created_at, refund.refund_id`;

// If a statement line completed the payment, the bank reference of the attempt is the line's
// account and bank key. The operator and the merchant may both have imported the line, so `limit 1`
// keeps each payment single. A statement of its own: on a distributed database the lines are on
// another server than the refunds.
const SENDERS = `
  select paid.order_id, source, sender_iban, sender_name
  from unnest($2::text[], $3::text[]) as paid (order_id, bank_reference)
  cross join lateral (
    select source, sender_iban, sender_name from statement_line
    where account || '/' || bank_key = paid.bank_reference and (
      order_id = paid.order_id and state = 'matched'
      or (account, bank_key, scope) in (
        select account, bank_key, scope from line_assignment as used
        where used.merchant_id = $1 and used.order_id = paid.order_id))
    order by scope limit 1
  ) as line`;

// The statement waits for another export that is not committed yet, and leaves out its refunds.
const PUT = `
  insert into refund_payout (merchant_id, refund_id, batch_id, exported_at, to_iban)
  select $1, refund_id, $2, $3, to_iban
  from unnest($4::text[], $5::text[]) as chosen (refund_id, to_iban)
  order by refund_id
  on conflict (merchant_id, refund_id) do nothing`;

const BATCH_OF = `
  select batch_id, exported_at from refund_payout where merchant_id = $1 and refund_id = $2`;

/** Refunds of bank transfers whose money a person has to send back, and the files with them. */
export function createRefundTransferStore(pool: pg.Pool): RefundTransferStore {
  return {
    waiting: (owner) => readRefundTransfers(pool, owner),

    async putIntoBatch({ batchId, exportedAt }, { owner, refunds }) {
      const refundIds = refunds.map(({ refundId }) => refundId);
      const accounts = refunds.map(({ toIban }) => toIban ?? null);
      const batch = [owner.merchantId, batchId, toIso(exportedAt)];
      await pool.query(PUT, [...batch, refundIds, accounts]);
    },

    async batchOf(refundId) {
      const { rows } = await pool.query<Row>(BATCH_OF, [merchantOf(refundId), refundId]);
      return rows[0] === undefined ? undefined : batchIn(rows[0]);
    },
  };
}

function batchIn(row: Row): PayoutBatch | undefined {
  const batchId = optionalText(row, "batch_id");
  return batchId === undefined ? undefined : { batchId, exportedAt: moment(row, "exported_at") };
}

async function readRefundTransfers(
  pool: pg.Pool,
  owner: { readonly merchantId: MerchantId; readonly mode: Mode },
): Promise<readonly RefundTransfer[]> {
  const { rows } = await pool.query<Row>(WAITING, [owner.merchantId, owner.mode]);
  const senders = await sendersOf(pool, owner.merchantId, rows);
  return rows.map((row) => ({
    refundId: text(row, "refund_id"),
    orderId: text(row, "order_id"),
    amount: money(bigint(row, "amount"), currency(row, "currency")),
    fromIban: text(row, "from_iban"),
    fromName: text(row, "account_holder"),
    ...receiverOf(senders.get(text(row, "order_id")), optionalText(row, "to_iban")),
    requestedAt: moment(row, "created_at"),
    batch: batchIn(row),
  }));
}

type Receiver = Pick<RefundTransfer, "toIban" | "toName" | "statedIban">;

type Sender = {
  readonly iban: string | undefined;
  readonly name: string | undefined;
  /** True if the bank named the sender in a field of its own, not in the text of the transfer. */
  readonly isCertain: boolean;
};

/** The account that a person named, or else the sender's, unless the payer may have typed it. */
function receiverOf(sender: Sender | undefined, named: string | undefined): Receiver {
  const { iban, name, isCertain = false } = sender ?? {};
  const toIban = named ?? (isCertain ? iban : undefined);
  return {
    toIban,
    toName: isCertain || iban === toIban ? name : undefined,
    statedIban: iban,
  };
}

async function sendersOf(
  pool: pg.Pool,
  merchantId: MerchantId,
  refunds: readonly Row[],
): Promise<ReadonlyMap<string, Sender>> {
  if (refunds.length === 0) return new Map();
  const orders = refunds.map((row) => text(row, "order_id"));
  const references = refunds.map((row) => optionalText(row, "bank_reference") ?? null);
  const { rows } = await pool.query<Row>(SENDERS, [merchantId, orders, references]);
  return new Map(
    rows.map((row) => [
      text(row, "order_id"),
      {
        iban: optionalText(row, "sender_iban"),
        name: optionalText(row, "sender_name"),
        isCertain: text(row, "source") !== "mt940",
      },
    ]),
  );
}
