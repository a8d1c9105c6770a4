import { type Money, money } from "../kernel/money.ts";
import { bookedAnswer, conflict, type Reply } from "./answer.ts";
import type { AnswerCode } from "./answer-codes.ts";
import type { Caller } from "./authorize.ts";
import type { BankDeps } from "./bank-deps.ts";
import {
  applyModification,
  type Entry,
  type EntryKey,
  isHoldOver,
  isSameRequest,
  judgeModification,
} from "./entry.ts";
import type { ModificationMessage } from "./messages.ts";
import { newNumbers } from "./numbers.ts";

/** Captures, voids or refunds an authorization, once for each request id. */
export async function modify(
  deps: BankDeps,
  caller: Caller,
  message: ModificationMessage,
): Promise<Reply> {
  const amount = money(BigInt(message.amount), message.currency);
  // The loop repeats only if another request changed the authorization between the read and the
  // write, so it ends once those requests have ended.
  for (;;) {
    const original = await findAuthorization(deps, {
      terminal: caller.terminal,
      requestId: message.original_request_id,
    });
    const asked = { type: message.operation, amount };
    const isOver = isHoldOver(original, caller.now);
    const code = isOver ? "H1" : judgeModification(original, asked);
    const modification = newEntry(deps, { caller, message, original, amount, code });

    const known = await deps.book.find(modification);
    if (known !== undefined) return repeated(known, modification);
    if (original === undefined || code !== "00") {
      const { fresh, row } = await deps.book.record(modification);
      return fresh ? bookedAnswer(row) : repeated(row, modification);
    }
    const changed = applyModification(original, asked);
    if (await deps.book.amend(changed, modification)) return bookedAnswer(modification);
  }
}

/** A refund may name the capture instead of the authorization that was captured. */
async function findAuthorization(deps: BankDeps, key: EntryKey): Promise<Entry | undefined> {
  const entry = await deps.book.find(key);
  if (entry?.type !== "capture" || entry.originalRequestId === undefined) return entry;
  return deps.book.find({ terminal: key.terminal, requestId: entry.originalRequestId });
}

function repeated(recorded: Entry, modification: Entry): Reply {
  const isTombstone = recorded.type === "reverse";
  return isTombstone || isSameRequest(recorded, modification) ? bookedAnswer(recorded) : conflict();
}

type NewEntry = {
  readonly caller: Caller;
  readonly message: ModificationMessage;
  readonly original: Entry | undefined;
  readonly amount: Money;
  readonly code: AnswerCode;
};

function newEntry(deps: BankDeps, { caller, message, original, amount, code }: NewEntry): Entry {
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
