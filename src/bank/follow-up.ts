import { type Money, money } from "../kernel/money.ts";
import { bookedAnswer, conflict, type Reply } from "./answer.ts";
import type { AnswerCode } from "./answer-codes.ts";
import type { Caller } from "./authorize.ts";
import type { BankDeps } from "./bank-deps.ts";
import { applyFollowUp, type Entry, type EntryKey, isSameRequest, judgeFollowUp } from "./entry.ts";
import type { FollowUpMessage } from "./messages.ts";
import { newNumbers } from "./numbers.ts";

/** Captures, voids or refunds an authorization, once for each request id. */
export async function followUp(
  deps: BankDeps,
  caller: Caller,
  message: FollowUpMessage,
): Promise<Reply> {
  const amount = money(BigInt(message.amount), message.currency);
  // Every turn that finds the authorization changed means that another request went through, so
  // the loop ends when the others do.
  for (;;) {
    const original = await findAuthorization(deps, {
      terminal: caller.terminal,
      requestId: message.original_request_id,
    });
    const code = judgeFollowUp(original, { type: message.operation, amount });
    const move = newMove(deps, { caller, message, original, amount, code });

    const known = await deps.book.find(move);
    if (known !== undefined) return repeated(known, move);
    if (original === undefined || code !== "00") {
      const { fresh, row } = await deps.book.record(move);
      return fresh ? bookedAnswer(row) : repeated(row, move);
    }
    const changed = applyFollowUp(original, { type: message.operation, amount });
    if (await deps.book.amend(changed, move)) return bookedAnswer(move);
  }
}

/** A refund may name the capture that it follows instead of the authorization before it. */
async function findAuthorization(deps: BankDeps, key: EntryKey): Promise<Entry | undefined> {
  const entry = await deps.book.find(key);
  if (entry?.type !== "capture" || entry.originalRequestId === undefined) return entry;
  return deps.book.find({ terminal: key.terminal, requestId: entry.originalRequestId });
}

function repeated(standing: Entry, move: Entry): Reply {
  const isTombstone = standing.type === "reverse";
  return isTombstone || isSameRequest(standing, move) ? bookedAnswer(standing) : conflict();
}

type NewMove = {
  readonly caller: Caller;
  readonly message: FollowUpMessage;
  readonly original: Entry | undefined;
  readonly amount: Money;
  readonly code: AnswerCode;
};

function newMove(deps: BankDeps, { caller, message, original, amount, code }: NewMove): Entry {
  const { reference, authCode } = newNumbers(deps.random);
  return {
    terminal: caller.terminal,
    requestId: message.request_id,
    type: message.operation,
    orderId: original?.orderId ?? "",
    originalRequestId: original?.requestId ?? message.original_request_id,
    amount,
    installments: 1,
    state: code === "00" ? "approved" : "declined",
    code,
    reference,
    authCode: code === "00" ? authCode : "",
    card: undefined,
    challengeId: undefined,
    capturedMinor: 0n,
    refundedMinor: 0n,
    voided: false,
    version: 0,
    bookedAt: caller.now,
  };
}
