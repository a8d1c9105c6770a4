import { assert } from "../kernel/assert.ts";
import { instant } from "../kernel/clock.ts";
import type { Sql } from "../kernel/sql.ts";
import { isStorable } from "../kernel/text.ts";
import type { HostedBook, RecordedRow } from "./book.ts";
import { namesOf, parametersOf, rowValues, type Column } from "./columns.ts";
import { oneOf, parseAmount, type Row, text } from "./entry-row.ts";
import type { EntryKey } from "./entry.ts";
import type { HostedPayment } from "./hosted-payment.ts";
import { PAGE_VISIT } from "./page-columns.ts";
import { HOSTED_METHODS } from "./providers.ts";

/** Payments at the bank's pages, in the PostgreSQL schema `bank`. */
export function sqlHosted(sql: Sql): HostedBook {
  return {
    open: (payment) => open(sql, payment),
    async find(id) {
      if (!isStorable(id)) return undefined;
      const { rows } = await sql.query("select * from bank.hosted_payment where id = $1", [id]);
      return rows[0] && parseHosted(rows[0]);
    },
    findOf: (key) => findOf(sql, key),
    amend: (changed) => amend(sql, changed),
  };
}

/** The columns of `bank.hosted_payment` that an insert writes. */
const HOSTED: readonly Column<HostedPayment>[] = [
  ...PAGE_VISIT,
  ["method", "text", ({ method }) => method],
  ["provider", "text", ({ provider }) => provider],
];

async function open(sql: Sql, payment: HostedPayment): Promise<RecordedRow<HostedPayment>> {
  const { rows } = await sql.query(
    `insert into bank.hosted_payment (${namesOf(HOSTED)}) values (${parametersOf(HOSTED)})
     on conflict (terminal, request_id) do nothing returning 1`,
    rowValues(HOSTED, payment),
  );
  if (rows.length === 1) return { fresh: true, row: payment };
  const recorded = await findOf(sql, payment);
  assert(recorded !== undefined, "a payment that was not inserted exists");
  return { fresh: false, row: recorded };
}

async function findOf(sql: Sql, key: EntryKey): Promise<HostedPayment | undefined> {
  const { rows } = await sql.query(
    "select * from bank.hosted_payment where terminal = $1 and request_id = $2",
    [key.terminal, key.requestId],
  );
  return rows[0] && parseHosted(rows[0]);
}

async function amend(sql: Sql, changed: HostedPayment): Promise<boolean> {
  const { rows } = await sql.query(
    `update bank.hosted_payment
     set wrong_codes = $3, result = $4, decided_at = $5, ahead_ms = $6, version = version + 1
     where id = $1 and version = $2 returning 1`,
    [
      changed.id,
      changed.version,
      changed.wrongCodes,
      changed.decision?.result ?? null,
      changed.decision?.at ?? null,
      changed.aheadMs,
    ],
  );
  return rows.length === 1;
}

function parseHosted(row: Row): HostedPayment {
  return {
    id: text(row, "id"),
    terminal: text(row, "terminal"),
    requestId: text(row, "request_id"),
    orderId: text(row, "order_id"),
    method: oneOf(row, "method", HOSTED_METHODS),
    provider: text(row, "provider"),
    amount: parseAmount(row),
    installments: Number(row["installments"]),
    merchantName: text(row, "merchant_name"),
    language: oneOf(row, "language", ["tr", "en"]),
    returnUrl: text(row, "return_url"),
    oneTimeCode: text(row, "one_time_code"),
    wrongCodes: Number(row["wrong_codes"]),
    openedAt: instant(Number(row["opened_at"])),
    aheadMs: Number(row["ahead_ms"]),
    expiresAt: instant(Number(row["expires_at"])),
    decision:
      row["result"] === null
        ? undefined
        : {
            result: oneOf(row, "result", ["approve", "decline", "cancel", "wrong_code", "timeout"]),
            at: instant(Number(row["decided_at"])),
          },
    version: Number(row["version"]),
  };
}
