import { readFile, stat } from "node:fs/promises";
import { defineCommand } from "./kit/command.ts";
import type { FileReader } from "../file/reader/file-reader.ts";
import { StatementError } from "../file/statement/statement-error.ts";
import { STATEMENT_BYTES_MAX, type StatementFile } from "../file/statement/statement-file.ts";
import { toIso } from "../kernel/clock.ts";
import { errorMessage } from "../kernel/thrown.ts";
import { importStatement } from "../domain/transfer/import-statement.ts";
import type { LineRefusal, WaitingLine } from "../domain/transfer/ports.ts";
import { returnLine } from "../domain/transfer/resolve-line.ts";
import { lineId } from "../domain/transfer/statement-line.ts";
import { statementDeps } from "../service/jobs/transfers.ts";
import { EXIT } from "../service/start/exit-code.ts";
import { bankNumber, json } from "./kit/arguments.ts";
import { CommandError, print } from "./kit/output.ts";
import { table } from "./kit/table.ts";
import { runOnInstallation } from "./kit/with-installation.ts";
import { importReport } from "./statement-report.ts";

const importFile = defineCommand({
  meta: {
    name: "import",
    description: "Match a bank statement (camt.053 or MT940) with the payments that wait for it",
  },
  args: {
    file: { type: "positional", required: true, description: "File of the statement" },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (installation) => {
      const file = await readFileOf(installation.files, args.file);
      const { lines } = file;
      const imported = await importStatement(statementDeps(installation), { lines });
      print(importReport(imported, file), args.json);
      if (file.refused.length > 0) process.exitCode = EXIT.refused;
    }),
});

const QUEUE_MAX = 1_000;

const listUnmatched = defineCommand({
  meta: { name: "unmatched", description: "List transfers that match no payment, oldest first" },
  args: { json },
  run: ({ args }) =>
    runOnInstallation(async ({ statements }) => {
      const lines = (await statements.unmatched({ limit: QUEUE_MAX })).map(unmatchedDocument);
      const headings = [
        "line",
        "reason",
        "amount",
        "arrived",
        "currency",
        "description",
        "sender",
        "order",
      ];
      const rows = lines.map((one) => [
        one.line,
        one.reason,
        String(one.amount),
        String(one.arrived_amount),
        one.currency,
        one.description,
        one.sender_name ?? "-",
        one.order_id ?? "-",
      ]);
      const text = table(headings, rows, "no line waits for a person");
      print({ json: { lines }, text }, args.json);
    }),
});

const REFUSALS: Readonly<Record<LineRefusal, (line: string) => string>> = {
  line_not_waiting: (line) => `no unmatched line ${line} waits`,
  copy_being_matched: (line) =>
    `another copy of line ${line} is being matched; nothing was recorded. Try again in a moment; ` +
    "if this goes on, `vezne jobs list` has the copy",
};

const returned = defineCommand({
  meta: {
    name: "returned",
    description: "Record that the money of an unmatched line was sent back",
  },
  args: {
    line: { type: "positional", required: true, description: "Line, as in `unmatched`" },
    reference: {
      type: "string",
      required: true,
      description: "Number of the transfer at the bank",
    },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async (installation) => {
      const bankReference = bankNumber("--reference", args.reference);
      const command = { line: args.line, bankReference };
      const done = await returnLine(statementDeps(installation), command);
      if (!done.ok) throw new CommandError(REFUSALS[done.refusal](args.line));
      print({ json: unmatchedDocument(done.value), text: `${args.line} was sent back` }, args.json);
    }),
});

/** `amount` is what no payment uses, because a person sends that back. */
function unmatchedDocument({ line, reason, owner, orderId, remaining }: WaitingLine) {
  return {
    line: lineId(line),
    reason,
    amount: Number(remaining.minor),
    arrived_amount: Number(line.amount.minor),
    currency: line.amount.currency,
    description: line.description,
    sender_name: line.senderName ?? null,
    sender_iban: line.senderIban ?? null,
    booked_at: toIso(line.bookedAt),
    merchant_id: owner?.merchantId ?? null,
    mode: owner?.mode ?? null,
    order_id: orderId ?? null,
  };
}

export const statementsCommand = defineCommand({
  meta: { name: "statements", description: "Bank statements with incoming transfers" },
  subCommands: { import: importFile, unmatched: listUnmatched, returned },
});

async function readFileOf(
  files: Pick<FileReader, "statement">,
  path: string,
): Promise<StatementFile> {
  const bytes = await bytesOf(path);
  try {
    return await files.statement(bytes);
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
    const why = errorMessage(error);
    throw new CommandError(`${path} can't be read: ${why}`);
  }
  throw new CommandError(`${path} must be at most ${STATEMENT_BYTES_MAX} bytes`);
}
