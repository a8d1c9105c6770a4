import { readFile, stat } from "node:fs/promises";
import { defineCommand } from "citty";
import { openStatements } from "../compose-transfers.ts";
import { StatementError } from "../edge/statement/statement-entry.ts";
import {
  readStatement,
  STATEMENT_BYTES_MAX,
  type StatementFile,
} from "../edge/statement/statement-file.ts";
import { systemDigest } from "../edge/system/digest.ts";
import { toIso } from "../kernel/clock.ts";
import { importStatement, type ImportReport } from "../transfer/import-statement.ts";
import { CommandError, print, type Report } from "./output.ts";
import { withParts } from "./with-service.ts";

const importFile = defineCommand({
  meta: {
    name: "import",
    description: "Match a bank statement (camt.053 or MT940) with the payments that wait for it",
  },
  args: {
    file: { type: "positional", required: true, description: "The statement, as the bank gave it" },
    json: { type: "boolean", description: "Print one JSON document", default: false },
  },
  run: ({ args }) =>
    withParts(openStatements, async (deps) => {
      const { lines, skipped } = await readFileOf(args.file);
      const imported = await importStatement(deps, { lines });
      print(reportOf({ ...imported, skipped }), args.json);
    }),
});

export const statementsCommand = defineCommand({
  meta: { name: "statements", description: "Bank statements: what arrived by transfer" },
  subCommands: { import: importFile },
});

async function readFileOf(path: string): Promise<StatementFile> {
  const bytes = await bytesOf(path);
  try {
    return readStatement(bytes, systemDigest);
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    throw new CommandError(`${path}: ${error.message}; nothing was imported`);
  }
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size <= STATEMENT_BYTES_MAX) return await readFile(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${path} can't be read: ${why}`);
  }
  throw new CommandError(`${path} must be at most ${STATEMENT_BYTES_MAX} bytes`);
}

function reportOf(report: ImportReport & Pick<StatementFile, "skipped">): Report {
  const unmatched = report.unmatched.map(({ line, reason, orderId }) => ({
    reason,
    account: line.account,
    amount: Number(line.amount.minor),
    currency: line.amount.currency,
    description: line.description,
    sender_name: line.senderName ?? null,
    booked_at: toIso(line.bookedAt),
    order_id: orderId ?? null,
  }));
  const { lines, matched, duplicates, skipped } = report;
  const text = [
    `${lines} lines: ${matched} matched, ${unmatched.length} unmatched, ${duplicates} seen before`,
    ...unmatched.map(
      (line) => `  ${line.reason}: ${line.amount} ${line.currency} "${line.description}"`,
    ),
  ];
  return { json: { lines, matched, unmatched, duplicates, skipped }, text: text.join("\n") };
}
