import type { Instant } from "../kernel/clock.ts";
import type { Attempt, PersonReason } from "./payment.ts";
import type { AttemptChange } from "./ports.ts";

/** The notes of recovery about attempts without a result. */
export interface UnsettledAttempts {
  /**
   * Schedules the next inquiry. The notes replace those of the last inquiry; absent ones are
   * removed, except the bank's state.
   */
  postpone(
    attempt: Attempt,
    dueAt: Instant,
    notes?: Partial<Pick<Attempt, "pendingUntil" | "notFoundAt" | "sealedState">>,
  ): Promise<void>;
  /**
   * Postpones an attempt, as `postpone` does, before recovery sends a request that the bank may
   * carry out. Returns false if another process has gone on with the attempt since it was read,
   * because the lease passed meanwhile: then nothing may be sent.
   */
  beginSending(
    attempt: Attempt,
    dueAt: Instant,
    notes?: Partial<Pick<Attempt, "pendingUntil">>,
  ): Promise<boolean>;
  /**
   * Puts an attempt before a person, who must clear it with the bank. The attempt is open, or, for
   * a late answer of the bank, declined (`booked_late`) or approved (`taken_back`); returns false
   * if it has another state by now.
   */
  handToPerson(
    attempt: Pick<Attempt, "merchantId" | "attemptId">,
    reason: PersonReason,
    answer?: Partial<AttemptChange>,
  ): Promise<boolean>;
}
