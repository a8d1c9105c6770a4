import type pg from "pg";
import type { OrderId } from "../../kernel/ids.ts";
import type { NotedOrder, PaymentNote, PaymentNotes } from "../../domain/report/payment-note.ts";
import {
  columnsWithin,
  rowValues,
  valuesClause,
  type Column,
} from "../../database/mapping/columns.ts";
import { column, record } from "../../database/mapping/mapping.ts";
import type { Row } from "../../database/mapping/rows.ts";

const NOTE = record<PaymentNote>({
  noteId: column.text("note_id"),
  author: column.text("author"),
  text: column.text("text"),
  writtenAt: column.instant("written_at"),
});

const ORDER_ID = column.id<OrderId>("order_id");
const NEWEST_MAX = 20;

type OwnedNote = { readonly order: NotedOrder; readonly note: PaymentNote };

const OWNED_NOTE: readonly Column<OwnedNote>[] = [
  ["merchant_id", "text", ({ order }) => order.merchantId],
  ["order_id", "text", ({ order }) => order.orderId],
  ...columnsWithin(NOTE.columns, ({ note }: OwnedNote) => note),
];

export function createPaymentNoteStore(pool: pg.Pool): PaymentNotes {
  return {
    async add(order, note) {
      await pool.query(
        `insert into payment_note ${valuesClause(OWNED_NOTE)}`,
        rowValues(OWNED_NOTE, { order, note }),
      );
    },

    async list({ merchantId, orderId }) {
      const { rows } = await pool.query<Row>(
        `select * from payment_note where merchant_id = $1 and order_id = $2
         order by written_at, note_id`,
        [merchantId, orderId],
      );
      return rows.map(NOTE.read);
    },

    async newest(merchantId, orders) {
      const { rows } = await pool.query<Row>(
        `select * from payment_note where merchant_id = $1 and order_id = any ($2)
         order by written_at desc, note_id desc limit ${NEWEST_MAX}`,
        [merchantId, orders],
      );
      return rows.map((row) => ({ ...NOTE.read(row), orderId: ORDER_ID.read(row) }));
    },
  };
}
