import { assert } from "../kernel/assert.ts";
import { instant } from "../kernel/clock.ts";
import type { Sql } from "../kernel/sql.ts";
import type { AccountLine, CurrentAccounts, IncomingTransfer } from "./account-line.ts";
import { namesOf, parametersOf, rowValues, type Column } from "./columns.ts";
import { parseAmount, type Row, text } from "./entry-row.ts";
import { isUniqueViolation } from "./sql-error.ts";

/** Current accounts in the PostgreSQL schema `bank`. */
export function sqlAccounts(sql: Sql): CurrentAccounts {
  return {
    book: (transfer) => book(sql, transfer),
    async linesBetween({ iban, from, until, offset, limit }) {
      const { rows } = await sql.query(
        `select * from bank.account_line
         where booked_at between $1 and $2 and ($3::text is null or iban = $3)
         order by number offset $4 limit $5`,
        [from, until, iban ?? null, offset, limit],
      );
      return rows.map(parseLine);
    },
  };
}

/** The columns of `bank.account_line` but its number. */
const TRANSFER: readonly Column<IncomingTransfer>[] = [
  ["reference", "text", ({ reference }) => reference],
  ["iban", "text", ({ iban }) => iban],
  ["amount_minor", "bigint", ({ amount }) => amount.minor.toString()],
  ["currency", "text", ({ amount }) => amount.currency],
  ["sender_name", "text", ({ senderName }) => senderName],
  ["sender_iban", "text", ({ senderIban }) => senderIban],
  ["description", "text", ({ description }) => description],
  ["booked_at", "bigint", ({ bookedAt }) => bookedAt],
];

/**
 * The number of a new line is the highest visible number plus one. Concurrent transactions compute
 * the same number: the primary key makes the later one wait for the first commit and then fail, and
 * it tries again. Lines therefore become visible in the order of their numbers, and a new one never
 * moves those of an earlier page.
 */
async function book(sql: Sql, transfer: IncomingTransfer): Promise<AccountLine> {
  for (;;) {
    try {
      const { rows } = await sql.query(
        `insert into bank.account_line (number, ${namesOf(TRANSFER)})
         select coalesce(max(number), 0) + 1, ${parametersOf(TRANSFER)} from bank.account_line
         returning *`,
        rowValues(TRANSFER, transfer),
      );
      const [row] = rows;
      assert(row !== undefined, "an inserted line is returned");
      return parseLine(row);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }
}

function parseLine(row: Row): AccountLine {
  return {
    number: Number(row["number"]),
    reference: text(row, "reference"),
    iban: text(row, "iban"),
    amount: parseAmount(row),
    senderName: text(row, "sender_name"),
    senderIban: text(row, "sender_iban"),
    description: text(row, "description"),
    bookedAt: instant(Number(row["booked_at"])),
  };
}
