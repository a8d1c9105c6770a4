import type { CalendarDay } from "../../kernel/calendar-day.ts";
import { add, money, type Money } from "../../kernel/money.ts";
import { ok, refused, type Result } from "../../kernel/result.ts";
import type { RowProblem } from "../table/table-row.ts";
import type { ExtractRow } from "./extract-row.ts";

/** The sum that a bank pays for a terminal on a day, which arrives as one line on the account. */
export type TerminalNet = {
  /** Absent where the file names no terminals. */
  readonly terminal: string | undefined;
  readonly paidOn: CalendarDay;
  readonly rows: number;
  /** Sales less commission, refunds and chargebacks; negative on some days. */
  readonly net: Money;
};

/** The credentials that hold the number of a terminal as its bank prints it. */
const TERMINAL_CREDENTIALS = ["terminal_id", "terminal_no"] as const;

/** The terminal numbers of a connection; none where its protocol has no such number. */
export function terminalsOf(shown: Readonly<Record<string, string>>): readonly string[] {
  return TERMINAL_CREDENTIALS.flatMap((name) => shown[name] ?? []);
}

/** The rows of a file that are of the connection's terminals, and the number of the others. */
export type OwnRows = { readonly own: readonly ExtractRow[]; readonly others: number };

/**
 * Leaves out the rows of other terminals. A row without a terminal counts as own. A file without
 * any row of the connection's terminals is that of another connection, and is refused.
 */
export function ownRowsOf(
  rows: readonly ExtractRow[],
  terminals: readonly string[],
): Result<OwnRows, readonly RowProblem[]> {
  const known = new Set(terminals.map(plainNumber));
  const own =
    known.size === 0
      ? rows
      : rows.filter(({ terminal }) => terminal === undefined || known.has(plainNumber(terminal)));
  const [first] = rows;
  if (own.length > 0 || first === undefined) return ok({ own, others: rows.length - own.length });
  const message = `is of another terminal in all rows; the connection's is ${terminals.join(", ")}`;
  return refused([{ line: first.line, column: "terminal", message }]);
}

/** Sums up the rows of an extract by day, terminal and currency, in this order. */
export function netOfTerminals(rows: readonly ExtractRow[]): readonly TerminalNet[] {
  const sums = new Map<string, TerminalNet>();
  for (const { terminal, paidOn, kind, gross, commission } of rows) {
    const name = terminal === undefined ? "" : plainNumber(terminal);
    const key = JSON.stringify([paidOn, name, gross.currency]);
    const minor = gross.minor - commission.minor;
    const net = money(kind === "sale" ? minor : -minor, gross.currency);
    const before = sums.get(key);
    const sum = before === undefined ? net : add(before.net, net);
    sums.set(key, {
      terminal: before?.terminal ?? terminal,
      paidOn,
      rows: (before?.rows ?? 0) + 1,
      net: sum,
    });
  }
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, net]) => net);
}

/** Banks write the zeros in front of a number, and spreadsheets drop them. */
function plainNumber(terminal: string): string {
  return terminal
    .trim()
    .toUpperCase()
    .replace(/^0+(?=.)/, "");
}
