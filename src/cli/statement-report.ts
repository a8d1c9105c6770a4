import { minorOf, type Millionths } from "../file/statement/statement-amount.ts";
import { LINE_FLAWS, STATEMENT_REFUSALS } from "../file/statement/statement-error.ts";
import type { StatementFile } from "../file/statement/statement-file.ts";
import { toIso } from "../kernel/clock.ts";
import type { ImportReport } from "../domain/transfer/import-statement.ts";
import type { StatementLine } from "../domain/transfer/statement-line.ts";
import type { Report } from "./kit/output.ts";

/** The result of an import: what its lines did, and what of the file was not taken. */
export function importReport(report: ImportReport, file: StatementFile): Report {
  const { lines, matched, duplicates, putOff } = report;
  const unmatched = report.unmatched.map(({ line, reason, orderId }) => ({
    reason,
    ...lineDocument(line),
    sender_name: line.senderName ?? null,
    order_id: orderId ?? null,
  }));
  const copies = report.possibleCopies.map(lineDocument);
  const refused = file.refused.map(refusedDocument);
  const text = [
    `${lines} lines: ${matched} matched, ${unmatched.length} unmatched, ${duplicates} seen before`,
    ...(putOff === 0 ? [] : [`${putOff} failed and are tried again: vezne jobs list`]),
    ...unmatched.map(
      (line) => `  ${line.reason}: ${line.amount} ${line.currency} "${line.description}"`,
    ),
    ...copies.map(
      (line) =>
        `  seen before, without a number of the bank: ${line.amount} ${line.currency} ` +
        `"${line.description}"; compare it with the account`,
    ),
    ...file.setAside.map(
      (one) => `  set aside, line ${one.line}: ${LINE_FLAWS[one.reason]}: "${one.text}"`,
    ),
    ...refused.flatMap(refusedText),
  ];
  const json = {
    lines,
    matched,
    unmatched,
    duplicates,
    possible_copies: copies,
    put_off: putOff,
    skipped: file.skipped,
    set_aside: file.setAside,
    refused,
  };
  return { json, text: text.join("\n") };
}

function lineDocument({ account, amount, description, bookedAt }: StatementLine) {
  return {
    account,
    amount: Number(amount.minor),
    currency: amount.currency,
    description,
    booked_at: toIso(bookedAt),
  };
}

type RefusedStatement = StatementFile["refused"][number];

function minorOrNull(sum: Millionths | undefined): number | null {
  return sum === undefined ? null : Number(minorOf(sum));
}

/** Amounts in minor units; null where the statement lacks a balance. */
function refusedDocument({ statement, account, currency, reason, ...sums }: RefusedStatement) {
  return {
    statement,
    account: account ?? null,
    currency: currency ?? null,
    reason,
    opening: minorOrNull(sums.opening),
    closing: minorOrNull(sums.closing),
    difference: minorOrNull(sums.difference),
  };
}

function refusedText(one: ReturnType<typeof refusedDocument>): readonly string[] {
  const { statement, reason, difference, currency } = one;
  const apart = difference === null ? "" : `, difference ${difference} ${currency ?? ""}`;
  return [
    `  refused: statement "${statement}": ${STATEMENT_REFUSALS[reason]}${apart}`,
    "    nothing of it was imported; get a right file from the bank and import that",
  ];
}
