/** The test bank's behaviour for a test card (contract C7). */
export type CardBehaviour =
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
