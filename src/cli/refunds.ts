import { defineCommand } from "./command.ts";
import { pain001 } from "../edge/statement/pain001.ts";
import { EXIT } from "../service/exit-code.ts";
import { isPayableOut, obstacleOf } from "../transfer/refund-transfer.ts";
import { refundRecord } from "../refund/record.ts";
import {
  recordRefundTransfer,
  type RefundTransferCommand,
} from "../refund/record-refund-transfer.ts";
import { json } from "./arguments.ts";
import { withApi } from "./merchant-api.ts";
import { CommandError, facts, print, printFile } from "./output.ts";
import { ownerArguments, ownerOf } from "./terms-owner.ts";
import { runOnInstallation } from "./with-installation.ts";

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
    recordTransfer({ refundId: args.refund, bankReference: args.reference.trim() }, args.json),
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
  args: { merchant: ownerArguments.merchant, mode: ownerArguments.mode, json },
  run: ({ args }) =>
    runOnInstallation(async ({ clocks, merchants, refundTransfers }) => {
      const owner = await ownerOf(merchants, args);
      const all = await refundTransfers(owner);
      const payable = all.filter(isPayableOut);
      if (payable.length > 0) printFile(pain001(payable, clocks.now(owner)), args.json);
      for (const one of all) {
        const obstacle = obstacleOf(one);
        if (obstacle !== undefined) {
          process.stderr.write(`left out: ${one.refundId}: ${obstacle}\n`);
        }
      }
      if (payable.length === 0) throw new CommandError("no refund waits that could be sent back");
    }),
});

function recordTransfer(command: RefundTransferCommand, asJson: boolean): Promise<void> {
  return runOnInstallation(async (deps) => {
    const { bankReference } = command;
    if (bankReference !== undefined && !/^.{1,255}$/.test(bankReference)) {
      throw new CommandError("--reference must be 1 to 255 characters");
    }
    const recorded = await recordRefundTransfer(deps, command);
    if (!recorded.ok) {
      throw new CommandError(
        recorded.refusal === "refund_not_found"
          ? `there is no refund ${command.refundId}`
          : `the refund ${command.refundId} does not wait to be sent back by hand`,
      );
    }
    const record = refundRecord(recorded.value);
    const lines = Object.entries(record).map(([name, value]) => [name, String(value)] as const);
    print({ json: record, text: facts(lines) }, asJson);
  });
}

export const refundsCommand = defineCommand({
  meta: { name: "refunds", description: "Refunds, and the transfers that send money back" },
  subCommands: { create, export: exportRefundTransfers, "paid-out": paidOut, "give-up": giveUp },
});
