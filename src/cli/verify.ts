import { defineCommand } from "citty";
import { openBooks } from "../service/compose-books.ts";
import { verifyBooks, type AccountBalance, type BooksReport } from "../report/verify-books.ts";
import { json } from "./arguments.ts";
import { print, type Report } from "./output.ts";
import { table } from "./table.ts";
import { withParts } from "./with-service.ts";

export const verifyCommand = defineCommand({
  meta: {
    name: "verify",
    description:
      "Recompute the books: postings against payments, refunds and what banks said, histories " +
      "against the table of states, rows against their seals. Exit code 1 where anything differs",
  },
  args: { json },
  run: ({ args }) =>
    withParts(openBooks, async (deps) => {
      const began = performance.now();
      const report = await verifyBooks(deps);
      const seconds = Math.round((performance.now() - began) / 100) / 10;
      print(reportOf(report, seconds), args.json);
      if (report.differences.length > 0) process.exitCode = 1;
    }),
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

/** Sums as text: those of years are beyond what a JSON number holds exactly. */
function balanceDocument(balance: AccountBalance) {
  const { merchantId, mode, currency, account, debits, credits } = balance;
  const sums = { debits: String(debits), credits: String(credits) };
  return { merchant_id: merchantId, mode, currency, account, ...sums };
}
