import { declined, entryAnswer, type Reply, stateAnswer } from "./answer.ts";
import type { Caller } from "./authorize.ts";
import type { BankDeps } from "./bank-deps.ts";
import { judgeChallenge } from "./challenge.ts";
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

  const challenge = await deps.book.findChallengeOf(key);
  if (challenge === undefined) return { answer: stateAnswer("not_found", "25") };
  const standing = judgeChallenge(challenge, caller.now);
  // Passed, but not charged: the terminal has yet to ask for it, and still may.
  if (standing === "open" || standing === "00") {
    return { answer: stateAnswer("challenge_open", "00") };
  }
  return declined(standing);
}
