import type pg from "pg";
import { merchantOf, type OrderId } from "../../kernel/ids.ts";
import type { Payment } from "../../payment/payment.ts";
import { readPayment } from "./payment-rows.ts";
import { integer, moment, optionalText, text, bigint, type Row } from "./rows.ts";
import { toIso } from "../../kernel/clock.ts";

export type InspectedPayment = {
  readonly payment: Payment;
  /** Oldest first, each in the words of the interface. */
  readonly attempts: readonly Readonly<Record<string, string | number | null>>[];
  readonly refunds: readonly Readonly<Record<string, string | number | null>>[];
  readonly events: readonly Readonly<Record<string, string | number | null>>[];
};

export type PaymentInspector = {
  inspect(orderId: OrderId): Promise<InspectedPayment | undefined>;
};

/** Everything that happened to one payment: at the bank, to its money, and whom it was told. */
export function createPaymentInspector(pool: pg.Pool): PaymentInspector {
  return {
    async inspect(orderId) {
      const rows = async (sql: string): Promise<readonly Row[]> =>
        (await pool.query<Record<string, unknown>>(sql, [merchantOf(orderId), orderId])).rows;
      const [payment] = await rows(`select * from payment ${OF_ORDER}`);
      if (payment === undefined) return undefined;
      return {
        payment: readPayment(payment),
        attempts: (await rows(`select * from attempt ${OF_ORDER} order by created_at`)).map(
          readAttempt,
        ),
        refunds: (await rows(`select * from refund ${OF_ORDER} order by created_at`)).map(
          readRefund,
        ),
        events: (await rows(EVENTS)).map(readEvent),
      };
    },
  };
}

const OF_ORDER = "where merchant_id = $1 and order_id = $2";

const EVENTS = `
  select event.event_id, event.type, event.created_at, count(delivery.event_id) as endpoints,
    count(*) filter (where delivery.state = 'delivered') as delivered
  from event
  left join event_feed as feed using (merchant_id, event_id)
  left join webhook_delivery as delivery using (merchant_id, event_id)
  where event.merchant_id = $1 and event.order_id = $2
  group by event.event_id, event.type, event.created_at, feed.position
  order by feed.position nulls last, event.event_id`;

function readAttempt(row: Row) {
  return {
    attempt_id: text(row, "attempt_id"),
    kind: text(row, "kind"),
    state: text(row, "state"),
    amount: Number(bigint(row, "amount")),
    currency: text(row, "currency"),
    bank_reference: optionalText(row, "bank_reference") ?? null,
    auth_code: optionalText(row, "auth_code") ?? null,
    bank_code: optionalText(row, "bank_code") ?? null,
    bank_message: optionalText(row, "bank_message") ?? null,
    md_status: optionalText(row, "md_status") ?? null,
    inquiries: integer(row, "inquiries"),
    created_at: toIso(moment(row, "created_at")),
  };
}

function readRefund(row: Row) {
  return {
    refund_id: text(row, "refund_id"),
    state: text(row, "state"),
    amount: Number(bigint(row, "amount")),
    currency: text(row, "currency"),
    decline_reason: optionalText(row, "decline_reason") ?? null,
    created_at: toIso(moment(row, "created_at")),
    updated_at: toIso(moment(row, "updated_at")),
  };
}

function readEvent(row: Row) {
  return {
    event_id: text(row, "event_id"),
    type: text(row, "type"),
    created_at: toIso(moment(row, "created_at")),
    endpoints: Number(bigint(row, "endpoints")),
    delivered: Number(bigint(row, "delivered")),
  };
}
