import { defineCommand } from "../kit/command.ts";
import { pain001 } from "../../file/statement/pain001.ts";
import { EXIT } from "../../service/start/exit-code.ts";
import {
  isPayableOut,
  newBatch,
  obstacleOf,
  type PayoutBatch,
  type RefundTransfer,
  type RefundTransferStore,
} from "../../domain/transfer/refund-transfer.ts";
import type { LineOwner } from "../../domain/transfer/statement-line.ts";
import type { Refund } from "../../domain/refund/refund.ts";
import { refundRecord } from "../../domain/refund/record.ts";
import {
  recordRefundTransfer,
  type RefundTransferCommand,
} from "../../domain/refund/record-refund-transfer.ts";
import { wordsOf } from "../../kernel/text.ts";
import { ibanProblem, normalizeIban } from "../../domain/transfer/iban.ts";
import { bankNumber, json } from "../kit/arguments.ts";
import { withApi } from "../kit/merchant-api.ts";
import { CommandError, facts, print, printError, printFile } from "../kit/output.ts";
import { ownerArguments, ownerOf } from "../kit/terms-owner.ts";
import { runOnInstallation } from "../kit/with-installation.ts";

const refund = { type: "string", required: true, description: "Refund id (REF-…)" } as const;

const paidOut = defineCommand({
  meta: {
    name: "paid-out",
    description: "Record that the refund of a bank transfer was sent back",
  },
  args: {
    refund,
    reference: {
      type: "string",
      required: true,
      description: "Number of the transfer at the bank",
    },
    json,
  },
  run: ({ args }) =>
    recordTransfer(
      { refundId: args.refund, bankReference: bankNumber("--reference", args.reference) },
      args.json,
    ),
});

const giveUp = defineCommand({
  meta: {
    name: "give-up",
    description: "Give up the refund of a bank transfer; its amount is free again",
  },
  args: { refund, json },
  run: ({ args }) => recordTransfer({ refundId: args.refund, bankReference: undefined }, args.json),
});

const create = defineCommand({
  meta: { name: "create", description: "Refund a payment, as its merchant" },
  args: {
    order: { type: "string", required: true, description: "Order id (ORD-…)" },
    amount: {
      type: "string",
      description: "Amount in minor units; default: the rest of the payment",
    },
    key: { type: "string", description: "Idempotency-Key; a repeated call refunds once" },
    json,
  },
  run: ({ args }) =>
    withApi(async ({ vezne }) => {
      const amount = args.amount === undefined ? undefined : Number(args.amount);
      if (amount !== undefined && !/^[1-9]\d{0,11}$/.test(args.amount ?? "")) {
        throw new CommandError("--amount must be a whole number of minor units");
      }
      const answer = await vezne.payments.refund(
        { order_id: args.order, amount },
        { idempotencyKey: args.key },
      );
      const lines = Object.entries(answer).map(([name, value]) => [name, String(value)] as const);
      print({ json: answer, text: facts(lines) }, args.json);
      if (!answer.success) process.exitCode = EXIT.refused;
    }),
});

const exportRefundTransfers = defineCommand({
  meta: {
    name: "export",
    description: "Print the refunds that wait to be sent back as a pain.001 file for the bank",
  },
  args: {
    merchant: ownerArguments.merchant,
    mode: ownerArguments.mode,
    again: {
      type: "string",
      description: "Batch, as an earlier export named it: prints the same file again",
    },
    to: {
      type: "string",
      description: "Accounts that you have confirmed: REF-…=IBAN, several separated by commas",
    },
    json,
  },
  run: ({ args }) =>
    runOnInstallation(async ({ clocks, merchants, random, refundTransfers }) => {
      const owner = await ownerOf(merchants, args);
      const { again } = args;
      const accounts = confirmedAccounts(args.to);
      if (again !== undefined && accounts.size > 0) {
        throw new CommandError("--to belongs to a new file; --again prints an earlier one");
      }
      const asked = again === undefined ? newBatch(random, clocks.now(owner)) : undefined;
      if (asked !== undefined) await fillBatch(refundTransfers, { owner, batch: asked, accounts });
      const all = await refundTransfers.waiting(owner);
      printBatch(all, { batchId: asked?.batchId ?? again ?? "", asJson: args.json });
    }),
});

/** The accounts of `--to`, by refund. */
function confirmedAccounts(to: string | undefined): ReadonlyMap<string, string> {
  const pairs = wordsOf(to ?? "").map((pair) => {
    const [refundId = "", account = ""] = pair.split("=");
    const iban = normalizeIban(account);
    const problem = ibanProblem(iban);
    if (!refundId.startsWith("REF-") || problem !== undefined) {
      throw new CommandError(`--to must be REF-…=IBAN, not "${pair}": ${problem ?? "no refund"}`);
    }
    return [refundId, iban] as const;
  });
  return new Map(pairs);
}

type BatchOptions = {
  readonly owner: LineOwner;
  readonly batch: PayoutBatch;
  readonly accounts: ReadonlyMap<string, string>;
};

/** Puts all refunds that no file has, and that a file can send, into a batch. */
async function fillBatch(
  refundTransfers: RefundTransferStore,
  { owner, batch, accounts }: BatchOptions,
): Promise<void> {
  const waiting = await refundTransfers.waiting(owner);
  const open = waiting.filter((one) => one.batch === undefined);
  const unknown = [...accounts.keys()].find((id) => !open.some((one) => one.refundId === id));
  if (unknown !== undefined) {
    throw new CommandError(`--to: ${unknown} does not wait, or is in a file already`);
  }
  const refunds = open
    .map((one) => ({ ...one, toIban: accounts.get(one.refundId) ?? one.toIban }))
    .filter(isPayableOut)
    .map(({ refundId }) => ({ refundId, toIban: accounts.get(refundId) }));
  if (refunds.length > 0) await refundTransfers.putIntoBatch(batch, { owner, refunds });
}

type PrintedBatch = { readonly batchId: string; readonly asJson: boolean };

/** Prints the refunds of a batch that still wait, and says why others are left out. */
function printBatch(all: readonly RefundTransfer[], { batchId, asJson }: PrintedBatch): void {
  const chosen = all.filter((one) => one.batch?.batchId === batchId).filter(isPayableOut);
  const batch = chosen[0]?.batch;
  // The name comes first, because an operator who loses the file needs it.
  if (batch !== undefined)
    printError(`batch ${batchId}; --again ${batchId} prints this file again`);
  if (batch !== undefined) printFile(pain001(chosen, batch), asJson, { batch: batchId });
  for (const one of all) {
    const obstacle = obstacleOf(one);
    if (obstacle !== undefined) printError(`left out: ${one.refundId}: ${obstacle}`);
    else if (one.batch !== undefined && one.batch.batchId !== batchId) {
      printError(`left out: ${one.refundId}: it is in batch ${one.batch.batchId}`);
    }
  }
  if (batch === undefined) throw new CommandError("no refund waits that could be sent back");
}

function recordTransfer(command: RefundTransferCommand, asJson: boolean): Promise<void> {
  return runOnInstallation(async (deps) => {
    const { bankReference } = command;
    const recorded = await recordRefundTransfer(deps, command);
    if (!recorded.ok) {
      throw new CommandError(
        recorded.refusal === "refund_not_found"
          ? `there is no refund ${command.refundId}`
          : `the refund ${command.refundId} does not wait to be sent back by hand`,
      );
    }
    if (bankReference === undefined) await warnOfExport(deps, recorded.value);
    const record = refundRecord(recorded.value);
    const lines = Object.entries(record).map(([name, value]) => [name, String(value)] as const);
    print({ json: record, text: facts(lines) }, asJson);
  });
}

/** A bank may still send a refund that is given up, if a file with it was uploaded. */
async function warnOfExport(
  { refundTransfers }: { readonly refundTransfers: Pick<RefundTransferStore, "batchOf"> },
  { refundId }: Refund,
): Promise<void> {
  const batch = await refundTransfers.batchOf(refundId);
  if (batch === undefined) return;
  const name = `${refundId} is in batch ${batch.batchId}`;
  printError(`warning: ${name}: take it out of the file, or stop it at the bank`);
}

export const refundsCommand = defineCommand({
  meta: { name: "refunds", description: "Refunds, and the transfers that send money back" },
  subCommands: { create, export: exportRefundTransfers, "paid-out": paidOut, "give-up": giveUp },
});
