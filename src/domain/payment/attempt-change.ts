import type { NewSealedTexts } from "./attempt-vault.ts";
import type { Attempt } from "./payment.ts";

/** The fields of an attempt that a change writes; an absent one leaves the stored value. */
export type AttemptChange = Pick<Attempt, "attemptId" | "state" | "dueAt"> &
  Partial<
    Pick<
      Attempt,
      | "bankReference"
      | "authCode"
      | "bankCode"
      | "bankMessage"
      | "mdStatus"
      | "bankForm"
      | "chargesInside"
      | "bookedAt"
      | "approvedMinor"
      | "pendingUntil"
    >
  > &
  NewSealedTexts & {
    /** True for a refund that the bank made by voiding the sale. */
    readonly isVoid?: boolean | undefined;
  };
