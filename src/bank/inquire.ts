import { declined, entryAnswer, type Reply, stateAnswer } from "./answer.ts";
import type { Caller } from "./authorize.ts";
import type { BankDeps } from "./bank-deps.ts";
import { bookHosted } from "./book-hosted.ts";
import { judgeChallenge } from "./challenge.ts";
import { type HostedPayment, judgeHosted } from "./hosted-payment.ts";
import type { InquireMessage } from "./messages.ts";

/** What became of a request, by its id. An authorization voided later was still approved. */
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
  await follow(caller, challenge, (followed) => deps.book.amendChallenge(followed));
  const standing = judgeChallenge(challenge, caller.now);
  // Passed, but not charged: the terminal has yet to ask for it, and still may.
  if (standing === "open" || standing === "00") {
    return { answer: stateAnswer("challenge_open", "00") };
  }
  return declined(standing);
}

/**
 * A lender's approval is booked when it is first asked for: nobody has to wait at the bank for it.
 */
async function inquireHosted(
  deps: BankDeps,
  caller: Caller,
  payment: HostedPayment,
): Promise<Reply> {
  await follow(caller, payment, (followed) => deps.book.hosted.amend(followed));
  const standing = judgeHosted(payment, caller.now);
  if (standing === "open") return { answer: stateAnswer("challenge_open", "00") };
  if (standing === "undecided") return { answer: stateAnswer("pending", "09") };
  if (standing !== "00") return declined(standing);
  return { answer: entryAnswer(await bookHosted(deps, payment, caller.now)) };
}

/**
 * An open page goes on in the time that its terminal has come to. Where somebody decides at the
 * same moment, it is too late for that.
 */
async function follow<Opened extends { readonly decision: unknown; readonly aheadMs: number }>(
  { aheadMs }: Caller,
  page: Opened,
  amend: (followed: Opened) => Promise<boolean>,
): Promise<void> {
  if (page.decision !== undefined || aheadMs <= page.aheadMs) return;
  await amend({ ...page, aheadMs });
}
