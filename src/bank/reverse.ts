import { money } from "../kernel/money.ts";
import { declined, type Reply, stateAnswer } from "./answer.ts";
import type { Caller } from "./authorize.ts";
import type { BankDeps } from "./bank-deps.ts";
import { type Entry, judgeReversal } from "./entry.ts";
import type { ReverseMessage } from "./messages.ts";
import { newNumbers } from "./numbers.ts";

/**
 * Makes sure that a request is not in force: undoes a booked authorization, or books a tombstone in
 * its place, so that the request is declined if it arrives later.
 */
export async function reverse(
  deps: BankDeps,
  caller: Caller,
  message: ReverseMessage,
): Promise<Reply> {
  const tombstone = newTombstone(deps, caller, message.request_id);
  for (;;) {
    const { fresh, row } = await deps.book.record(tombstone);
    if (fresh) return reversed();
    const judgement = judgeReversal(row);
    if (judgement === "refuse") return declined("12");
    if (judgement === "nothing") return reversed();
    if (await deps.book.amend({ ...row, state: "reversed" }, undefined)) return reversed();
  }
}

function reversed(): Reply {
  return { answer: stateAnswer("reversed", "00") };
}

function newTombstone(deps: BankDeps, caller: Caller, requestId: string): Entry {
  const { reference } = newNumbers(deps.random);
  return {
    terminal: caller.terminal,
    requestId,
    type: "reverse",
    orderId: "",
    originalRequestId: undefined,
    amount: money(0n, "TRY"),
    installments: 1,
    state: "reversed",
    code: "00",
    reference,
    authCode: "",
    card: undefined,
    challengeId: undefined,
    capturedMinor: 0n,
    refundedMinor: 0n,
    voided: false,
    version: 0,
    bookedAt: caller.now,
  };
}
