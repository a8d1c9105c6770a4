import type { Instant } from "../../kernel/clock.ts";
import type { NewSealedTexts } from "./attempt-vault.ts";
import type { Attempt, Payment, PersonReason } from "./payment.ts";
import type { AttemptChange } from "./attempt-change.ts";

/** The real time at which an undo is sent, and the end of the lease on its attempt. */
export type UndoLease = { readonly sentAt: Instant; readonly until: Instant };

/** The reasons of attempts that wait only because their bank has not told the outcome. */
export const UNTOLD_REASONS = [
  "repeat_is_dangerous",
  "connection_refused",
] as const satisfies readonly PersonReason[];

/** The notes of recovery about attempts without a result. */
export interface UnsettledAttempts {
  /**
   * Schedules the next inquiry. The notes replace those of the last inquiry; absent ones are
   * removed, except the bank's state. Returns the attempt as it is scheduled, or undefined if
   * another process has gone on with it since it was read, because its lease passed meanwhile: then
   * nothing is written, and no request of it may be sent.
   */
  postpone(
    attempt: Attempt,
    dueAt: Instant,
    notes?: Partial<Pick<Attempt, "pendingUntil" | "notFoundAt">> &
      Pick<NewSealedTexts, "newState">,
  ): Promise<Attempt | undefined>;
  /**
   * Leases an attempt to this process until a moment of the real time, before a call that may take
   * longer than the lease of recovery. Returns undefined as `postpone` does.
   */
  extendLease(attempt: Attempt, until: Instant): Promise<Attempt | undefined>;
  /**
   * Leases an attempt as `extendLease` does, and notes in the same commit that its undo is sent, if
   * the payment is still in the state that was read. Until `dropUndo` the payment can only end
   * unpaid.
   */
  leaseUndo(payment: Payment, attempt: Attempt, lease: UndoLease): Promise<Attempt | undefined>;
  /** Removes the note that an undo was sent, because the charge stands. */
  dropUndo(payment: Pick<Payment, "merchantId" | "orderId" | "createdAt">): Promise<void>;
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
  /**
   * Opens an attempt again that stands before a person because its bank had told nothing, for
   * recovery at `dueAt`; returns false if the person has cleared it meanwhile.
   */
  takeFromPerson(
    attempt: Pick<Attempt, "merchantId" | "attemptId">,
    dueAt: Instant,
  ): Promise<boolean>;
}
