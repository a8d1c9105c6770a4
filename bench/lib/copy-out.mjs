import { CopyOut } from "../../dist/database/connection/copy-out.js";

const COLUMNS = `order_id, amount, currency, state, payment_type, card_last_four, created_at,
  installment_count, charged_amount, refunded_amount, customer_id, acquirer, mode`;

/** Reads the rows of an export from the database by COPY, without any processing. */
export async function copyOut({ pool, merchantId }) {
  const client = await pool.connect();
  const began = performance.now();
  const found = { bytes: 0, rows: 0, firstByteMs: undefined };
  await new Promise((resolve, reject) => {
    const statement = `copy (select ${COLUMNS} from payment where merchant_id = '${merchantId}'
      order by payment.created_at desc, payment.order_id desc) to stdout (format csv)`;
    client.query(
      new CopyOut(statement, {
        row: (bytes) => {
          found.firstByteMs ??= performance.now() - began;
          found.bytes += bytes.length;
          found.rows += 1;
        },
        end: resolve,
        fail: reject,
      }),
    );
  });
  client.release();
  const seconds = (performance.now() - began) / 1_000;
  return { ...found, seconds, rowsPerSecond: found.rows / seconds };
}
