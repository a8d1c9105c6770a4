import { assert } from "../kernel/assert.ts";
import { instant } from "../kernel/clock.ts";
import type { Sql } from "../kernel/sql.ts";
import type { AccountLine, CurrentAccounts, IncomingTransfer } from "./account-line.ts";
import { parseAmount, type Row, text } from "./entry-row.ts";
import { isUniqueViolation } from "./sql-error.ts";

/** Current accounts in the PostgreSQL schema `bank`. */
export function sqlAccounts(sql: Sql): CurrentAccounts {
  return {
    book: (transfer) => book(sql, transfer),
    async linesAfter(number, limit) {
      const { rows } = await sql.query(
        "select * from bank.account_line where number > $1 order by number limit $2",
        [number, limit],
      );
      return rows.map(parseLine);
    },
  };
}

/**
 * The next number is the highest that can be seen plus one. Whoever books at the same time takes
 * the same number, waits for the winner's commit and tries again: so no reader ever passes a line
 * by.
 */
async function book(sql: Sql, transfer: IncomingTransfer): Promise<AccountLine> {
  for (;;) {
    try {
      const { rows } = await sql.query(
        `insert into bank.account_line (number, reference, iban, amount_minor, currency,
           sender_name, sender_iban, description, booked_at)
         select coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8
         from bank.account_line
         returning *`,
        [
          transfer.reference,
          transfer.iban,
          transfer.amount.minor.toString(),
          transfer.amount.currency,
          transfer.senderName,
          transfer.senderIban,
          transfer.description,
          transfer.bookedAt,
        ],
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
