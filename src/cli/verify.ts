import { defineCommand } from "./kit/command.ts";
import {
  verifyBooks,
  type AccountBalance,
  type BooksReport,
} from "../domain/report/verify-books.ts";
import { rebuildPayments } from "../domain/report/rebuild-payments.ts";
import { saveVerifyRun } from "../store/job/verify-run-store.ts";
import { isWriteForbidden } from "../database/connection/database-error.ts";
import type { Installation } from "../service/installation/installation.ts";
import { toIso } from "../kernel/clock.ts";
import { json } from "./kit/arguments.ts";
import { print, type Report } from "./kit/output.ts";
import { table } from "./kit/table.ts";
import { runOnInstallation, UNLIMITED } from "./kit/with-installation.ts";

export const verifyCommand = defineCommand({
  meta: {
    name: "verify",
    description:
      "Recompute the books: postings against payments, refunds and outcomes, histories " +
      "against the table of states, rows against their seals. Exit code 1 if anything differs",
  },
  args: {
    rebuild: {
      type: "boolean",
      description: "Also rebuild each payment from its events and postings, and compare",
    },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const began = performance.now();
      const books = await verifyBooks(deps);
      const rebuilt = args.rebuild === true ? await rebuildPayments(deps) : undefined;
      const differences = [...books.differences, ...(rebuilt?.differences ?? [])];
      const isNoted = await note(deps, differences.length === 0);
      const report = { ...books, differences, rebuilt: rebuilt?.payments, isNoted };
      const seconds = Math.round((performance.now() - began) / 100) / 10;
      print(reportOf(report, seconds), args.json);
      if (report.differences.length > 0) process.exitCode = 1;
    }, UNLIMITED),
});

/** Notes the result for /metrics; false if this role may not write. */
async function note({ pool }: Pick<Installation, "pool">, isAgreeing: boolean): Promise<boolean> {
  try {
    await saveVerifyRun(pool, isAgreeing);
    return true;
  } catch (error) {
    if (isWriteForbidden(error)) return false;
    throw error;
  }
}

type VerifyReport = BooksReport & {
  /** True if the result was noted for the metrics. */
  readonly isNoted: boolean;
  /** The number of payments that were rebuilt, if they were to be. */
  readonly rebuilt: number | undefined;
};

function reportOf(report: VerifyReport, seconds: number): Report {
  const { differences, payments, rebuilt, seals, unsealed, isWritable, isNoted } = report;
  const [first] = differences;
  const balances = report.balances.map(balanceDocument);
  const rows = balances.map((one) => Object.values(one).map(String));
  const lines = [
    table(["merchant", "mode", "currency", "account", "debits", "credits"], rows, "no postings"),
    `${payments} payments, ${seals} seals, ${unsealed} postings for the next seal; ` +
      `checked in ${seconds.toFixed(1)} s`,
    ...(rebuilt === undefined ? [] : [`${rebuilt} payments rebuilt from events and postings`]),
    ...Object.entries(removedBefore(report)).map(
      ([books, day]) => `the months of ${books} before ${day} were removed, and are not compared`,
    ),
    ...(isNoted ? [] : ["this role can't note the result, so /metrics does not show it"]),
    ...(isWritable ? ["warning: this role can change the books; a service's own should not"] : []),
    first === undefined
      ? "everything agrees"
      : `first difference: ${first.check}: ${first.subject}: ${first.problem}`,
    ...differences.slice(1).map((one) => `  ${one.check}: ${one.subject}: ${one.problem}`),
  ];
  const document = { ok: first === undefined, payments, seals, unsealed, differences, balances };
  const removed_before = removedBefore(report);
  const more = { rebuilt, seconds, writable: isWritable, removed_before };
  return { json: { ...document, ...more }, text: lines.join("\n") };
}

/** The first kept day of each table of which months were removed. */
function removedBefore(report: BooksReport): Readonly<Record<string, string>> {
  const ends = Object.entries(report.removedBefore).flatMap(([rows, end]) =>
    end === undefined ? [] : [[rows, toIso(end).slice(0, 10)] as const],
  );
  return Object.fromEntries(ends);
}

/** Sums as text: the sums of years exceed the integers that a JSON number holds exactly. */
function balanceDocument(balance: AccountBalance) {
  const { merchantId, mode, currency, account, debits, credits } = balance;
  const sums = { debits: String(debits), credits: String(credits) };
  return { merchant_id: merchantId, mode, currency, account, ...sums };
}
