import { HOUR, later } from "../../../kernel/clock.ts";
import type { Acquirer } from "../acquirer.ts";
import type { Attempt, Payment } from "../payment.ts";
import type { WatchDeps } from "./attempt-watch.ts";
import { dayEndAfter } from "./day-end.ts";

/**
 * Plans one inquiry after the bank's next day end about a part of a payment that is refunded: a
 * network may bring the message twice, and most banks carry it out twice. A bank that lists its
 * bookings tells it by its list.
 */
export async function watchForSecond(
  { watchedAttempts, clocks }: WatchDeps,
  { attempt, payment }: { readonly attempt: Attempt; readonly payment: Payment },
  acquirer: Acquirer,
): Promise<void> {
  const { inquiry, dayEnd, repeatedModification } = acquirer.capabilities;
  const isPart = attempt.amount.minor < payment.capturedMinor;
  const isSeen = inquiry.seesRefunds !== "none" && acquirer.movements === undefined;
  if (!isPart || !isSeen || repeatedModification !== "executed") return;
  const now = clocks.now({ merchantId: attempt.merchantId, mode: "live" });
  const endsAt = dayEndAfter(now, dayEnd);
  await watchedAttempts.add(attempt, { dueAt: later(now, HOUR), endsAt });
}
