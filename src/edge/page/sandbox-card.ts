import type { CardBrand } from "../../card/card-number.ts";

/** The simulated bank's behaviour for a test card (contract C7). */
export type SandboxOutcome =
  | "approved"
  | "insufficient_balance"
  | "do_not_honour"
  | "lost_card"
  | "stolen_card"
  | "pick_up_card"
  | "expired_card"
  | "wrong_cvc"
  | "fraud_suspect"
  | "general_error"
  | "authentication_fails"
  | "authentication_attempted"
  | "enrolment_fails"
  | "refund_and_void_fail"
  | "answer_lost"
  | "slow";

/** A test card in the list of the test pages; the simulated bank's own table has the same type. */
export type SandboxCard = {
  readonly number: string;
  readonly brand: CardBrand;
  readonly type: "credit" | "debit";
  readonly bank: string;
  readonly program: string | undefined;
  readonly behaviour: SandboxOutcome;
};
