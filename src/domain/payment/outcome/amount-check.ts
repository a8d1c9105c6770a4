import type { Money } from "../../../kernel/money.ts";
import type { Approved } from "../acquirer.ts";
import type { Attempt } from "../payment.ts";
import type { PaymentStore } from "../ports.ts";
import type { AttemptChange } from "../attempt-change.ts";

type Outcome = Approved | { readonly kind: string };

/**
 * Returns the approval of an outcome if the bank approved another amount or currency than the
 * requested one. Such an approval is no success, because the books would state an amount that did
 * not move.
 */
export function otherAmount(outcome: Outcome, requested: Money): Approved | undefined {
  if (!isApproved(outcome) || outcome.amount === undefined) return undefined;
  const { minor, currency } = outcome.amount;
  return minor === requested.minor && currency === requested.currency ? undefined : outcome;
}

function isApproved(outcome: Outcome): outcome is Approved {
  return outcome.kind === "approved";
}

export type AlarmDeps = {
  readonly payments: Pick<PaymentStore, "handToPerson">;
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

/** Puts an approval of another amount before a person, and reports it to the operator. */
export async function alarmAboutAmount(
  deps: AlarmDeps,
  attempt: Attempt,
  approval: Approved,
): Promise<void> {
  const { amount } = approval;
  deps.report("the bank approved another amount than the requested one; a person must clear it", {
    order_id: attempt.orderId,
    attempt_id: attempt.attemptId,
    requested: textOf(attempt.amount),
    approved: amount === undefined ? undefined : textOf(amount),
  });
  await deps.payments.handToPerson(attempt, "amount_differs", answerOf(approval));
}

function answerOf(approval: Approved): Partial<AttemptChange> {
  const { bankReference, bankCode, amount } = approval;
  const bankMessage = amount === undefined ? "" : `approved ${textOf(amount)}`;
  return { bankReference, bankCode, bankMessage, approvedMinor: amount?.minor };
}

/** An amount in minor units with its currency, for logs and the attempt's message. */
function textOf({ minor, currency }: Money): string {
  return `${minor} ${currency}`;
}
