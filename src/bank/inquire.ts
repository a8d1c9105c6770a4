import { declined, entryAnswer, type Reply, stateAnswer } from "./answer.ts";
import type { Caller } from "./authorize.ts";
import type { BankDeps } from "./bank-deps.ts";
import { bookHosted } from "./book-hosted.ts";
import { judgeChallenge } from "./challenge.ts";
import { type HostedPayment, judgeHosted } from "./hosted-payment.ts";
import type { InquireMessage } from "./messages.ts";

/**
 * The outcome of a request, by its id. An authorization that was voided later counts as approved.
 */
export async function inquire(
  deps: BankDeps,
  caller: Caller,
  message: InquireMessage,
): Promise<Reply> {
  const key = { terminal: caller.terminal, requestId: message.request_id };
  const entry = await deps.book.find(key);
  if (entry !== undefined) return { answer: entryAnswer(entry) };

  const hosted = await deps.book.hosted.findOf(key);
  if (hosted !== undefined) return inquireHosted(deps, caller, hosted);
  const challenge = await deps.book.findChallengeOf(key);
  if (challenge === undefined) return { answer: stateAnswer("not_found", "25") };
  await moveAhead(caller, challenge, (moved) => deps.book.amendChallenge(moved));
  const judged = judgeChallenge(challenge, caller.now);
  // The challenge is undecided, or has passed and is not charged yet: the charge may still come.
  if (judged === "open" || judged === "00") {
    return { answer: stateAnswer("challenge_open", "00") };
  }
  return declined(judged);
}

/**
 * The first inquiry after a lender's approval books the sale, so the bank needs no job for that.
 */
async function inquireHosted(
  deps: BankDeps,
  caller: Caller,
  payment: HostedPayment,
): Promise<Reply> {
  await moveAhead(caller, payment, (moved) => deps.book.hosted.amend(moved));
  const judged = judgeHosted(payment, caller.now);
  if (judged === "open") return { answer: stateAnswer("challenge_open", "00") };
  if (judged === "undecided") return { answer: stateAnswer("pending", "09") };
  if (judged !== "00") return declined(judged);
  return { answer: entryAnswer(await bookHosted(deps, payment, caller.now)) };
}

/**
 * Moves an open page ahead to the time that its terminal has reached. If the customer decides at
 * the same moment, the write is refused and the page keeps its time.
 */
async function moveAhead<Opened extends { readonly decision: unknown; readonly aheadMs: number }>(
  { aheadMs }: Caller,
  page: Opened,
  amend: (moved: Opened) => Promise<boolean>,
): Promise<void> {
  if (page.decision !== undefined || aheadMs <= page.aheadMs) return;
  await amend({ ...page, aheadMs });
}
