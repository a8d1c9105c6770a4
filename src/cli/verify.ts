import { defineCommand } from "./command.ts";
import { verifyBooks, type AccountBalance, type BooksReport } from "../report/verify-books.ts";
import { json } from "./arguments.ts";
import { print, type Report } from "./output.ts";
import { table } from "./table.ts";
import { runOnInstallation, UNLIMITED } from "./with-installation.ts";

export const verifyCommand = defineCommand({
  meta: {
    name: "verify",
    description:
      "Recompute the books: postings against payments, refunds and outcomes, histories " +
      "against the table of states, rows against their seals. Exit code 1 if anything differs",
  },
  args: { json },
  run: ({ args }) =>
    runOnInstallation(async (deps) => {
      const began = performance.now();
      const report = await verifyBooks(deps);
      const seconds = Math.round((performance.now() - began) / 100) / 10;
      print(reportOf(report, seconds), args.json);
      if (report.differences.length > 0) process.exitCode = 1;
    }, UNLIMITED),
});

function reportOf(report: BooksReport, seconds: number): Report {
  const { differences, payments, seals, unsealed, isWritable } = report;
  const [first] = differences;
  const balances = report.balances.map(balanceDocument);
  const rows = balances.map((one) => Object.values(one).map(String));
  const lines = [
    table(["merchant", "mode", "currency", "account", "debits", "credits"], rows, "no postings"),
    `${payments} payments, ${seals} seals, ${unsealed} postings for the next seal; ` +
      `checked in ${seconds.toFixed(1)} s`,
    ...(isWritable ? ["warning: this role can change the books; a service's own should not"] : []),
    first === undefined
      ? "everything agrees"
      : `first difference: ${first.check}: ${first.subject}: ${first.problem}`,
    ...differences.slice(1).map((one) => `  ${one.check}: ${one.subject}: ${one.problem}`),
  ];
  const document = { ok: first === undefined, payments, seals, unsealed, differences, balances };
  return { json: { ...document, seconds, writable: isWritable }, text: lines.join("\n") };
}

/** Sums as text: the sums of years exceed the integers that a JSON number holds exactly. */
function balanceDocument(balance: AccountBalance) {
  const { merchantId, mode, currency, account, debits, credits } = balance;
  const sums = { debits: String(debits), credits: String(credits) };
  return { merchant_id: merchantId, mode, currency, account, ...sums };
}
