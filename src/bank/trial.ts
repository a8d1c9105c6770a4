import type { ChallengeAnswer, Challenge } from "./challenge.ts";
import { answerChallenge, endChallenge } from "./challenge.ts";
import {
  answerHosted,
  endHosted,
  type HostedAnswer,
  type HostedPayment,
} from "./hosted-payment.ts";
import type { CardBehaviour } from "../kernel/card-behaviour.ts";

/** Trials: results that a developer can force at a page, besides the customer's decisions. */
export const TRIALS = ["outcome", "timeout", "wrong_code", "lost", "twice"] as const;

export type TrialName = (typeof TRIALS)[number];

/** Answers that a developer can choose for the charge after 3-D Secure. */
export const OUTCOMES = [
  "insufficient_balance",
  "do_not_honour",
  "lost_card",
  "expired_card",
  "wrong_cvc",
  "fraud_suspect",
  "general_error",
  "slow",
] as const satisfies readonly CardBehaviour[];

export type Outcome = (typeof OUTCOMES)[number];

export type Trial = { readonly name: TrialName; readonly outcome: Outcome | undefined };

/** Returns the developer's trial in a form, or undefined if the form has none. */
export function readTrial(form: URLSearchParams | undefined): Trial | undefined {
  const name = TRIALS.find((trial) => trial === form?.get("try"));
  const outcome = OUTCOMES.find((one) => one === form?.get("outcome"));
  return name === undefined ? undefined : { name, outcome };
}

type At<Answer> = Omit<Answer, "button" | "otp">;

/** Returns the challenge after a trial, as if the customer or the bank had caused the result. */
export function tryChallenge(
  challenge: Challenge,
  trial: Trial,
  at: At<ChallengeAnswer>,
): Challenge {
  const { name, outcome } = trial;
  if (name === "timeout" || name === "wrong_code") return endChallenge(challenge, name, at.now);
  const asked: CardBehaviour | undefined = name === "outcome" ? outcome : undefined;
  const behaviour = name === "lost" ? "answer_lost" : (asked ?? challenge.card.behaviour);
  const card = { ...challenge.card, behaviour };
  const answer = { ...at, button: "approve", otp: challenge.oneTimeCode } as const;
  const answered = answerChallenge({ ...challenge, card }, answer);
  return answered.decision === challenge.decision ? challenge : answered;
}

/**
 * Returns the payment at the bank's own page after a trial, as if the customer had acted so. A
 * trial does not change the provider's decision.
 */
export function tryHosted(
  payment: HostedPayment,
  { name }: Trial,
  at: At<HostedAnswer>,
): HostedPayment {
  if (name === "timeout" || name === "wrong_code") return endHosted(payment, name, at.now);
  return answerHosted(payment, { ...at, button: "approve", otp: payment.oneTimeCode });
}
