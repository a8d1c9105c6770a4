import type { Currency } from "./sessions.ts";
import type { ResponseStyle } from "./transport.ts";

/** The type in records and reports; `debitcard` if the BIN table says so. */
export type PaymentType =
  | "creditcard"
  | "debitcard"
  | "bank_transfer"
  | "wallet"
  | "shopping_credit"
  | "papel";

export type PaymentStatus =
  | "pending"
  | "processing"
  | "authorized"
  | "completed"
  | "failed"
  | "cancelled"
  | "refunded";

/** The reasons of a decline by the bank, or by the customer at the bank. */
export type KnownDeclineCode =
  | "insufficient_balance"
  | "card_blocked"
  | "invalid_card_number"
  | "do_not_honour"
  | "expired_card"
  | "invalid_cvc"
  | "three_d_secure_failed"
  | "three_d_secure_unavailable"
  | "three_d_secure_timeout"
  | "cancelled_by_customer"
  | "authentication_failed"
  | "payment_timeout"
  | "transfer_not_received"
  | "bank_unreachable"
  | "general_error";

/** A later version of the service may have further codes. */
export type DeclineCode = KnownDeclineCode | (string & Record<never, never>);

/** The account for a transfer; the customer writes `reference_code` into its description. */
export type BankAccount = {
  readonly bank_code: string;
  readonly bank_name: string;
  readonly iban: string;
  readonly account_holder: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: Currency;
  readonly reference_code: string;
  readonly expires_at: string;
};

type CardFacts = {
  readonly card_last_four?: string;
  /** Present if `save_card` was set. */
  readonly card_token?: string;
};

/** Present if the charged amount differs from `amount` or is paid in installments. */
type InstallmentFacts = {
  readonly installment_count?: number;
  readonly charged_amount?: number;
  /** The part of `charged_amount` above `amount`. */
  readonly financing_amount?: number;
};

type FlagsFacts = CardFacts &
  InstallmentFacts & {
    readonly order_id: string;
    /** A text for the customer in the session's language. */
    readonly message: string;
    /** The session's amount in minor units. */
    readonly amount: number;
    readonly currency: Currency;
    readonly payment_type: PaymentType;
  };

export type FlagsPaid = FlagsFacts & {
  readonly success: true;
  /** `authorized`: the amount is preauthorised, to be captured or voided. */
  readonly status: "completed" | "authorized";
  /** The end of a hold (`authorized`): ISO 8601 in UTC. */
  readonly capture_before?: string;
};

/**
 * With `redirect_url`, redirect the customer there (or render `html_content`). Without it, the bank
 * has not answered yet: query `status`, or wait for the webhook.
 */
export type FlagsProcessing = FlagsFacts & {
  readonly success: true;
  readonly status: "processing";
  readonly redirect_url?: string;
  readonly html_content?: string;
};

export type FlagsPending = FlagsFacts & {
  readonly success: true;
  readonly status: "pending";
  readonly bank_account: BankAccount;
};

export type FlagsDeclined = FlagsFacts & {
  readonly success: false;
  readonly status: "failed" | "cancelled";
  readonly code: DeclineCode;
};

/** Variant A of the interface, a union discriminated by `status`. */
export type FlagsPayAnswer = FlagsPaid | FlagsProcessing | FlagsPending | FlagsDeclined;

type CodesFacts = InstallmentFacts & {
  readonly card_last_four?: string;
  /** `null` for a card that was not saved; absent for a payment without a card. */
  readonly card_token?: string | null;
  readonly message: string;
  readonly order_id: string;
  readonly amount: number;
};

/** Paid, preauthorised, or waiting for the transfer to `bank_account`. */
export type CodesAccepted = CodesFacts & {
  readonly status: 0;
  /** The end of a hold: ISO 8601 in UTC. */
  readonly capture_before?: string;
  readonly bank_account?: BankAccount;
};

export type CodesRedirect = CodesFacts & {
  readonly status: 1;
  readonly redirect_url: string;
  readonly html_content: string;
};

/** −1 general, −2 balance, −3 card blocked, −5 card number. */
export type CodesDeclined = Partial<CodesFacts> & {
  readonly status: -1 | -2 | -3 | -5;
  readonly message: string;
};

export type CodesExpired = { readonly status: -4; readonly message: string };

/** Variant B of the interface, a union discriminated by `status`. */
export type CodesPayAnswer = CodesAccepted | CodesRedirect | CodesDeclined | CodesExpired;

/** The answer of `pay` in the style that the client was created with. */
export type PayAnswer<Style extends ResponseStyle = "flags"> = {
  readonly flags: FlagsPayAnswer;
  readonly codes: CodesPayAnswer;
}[Style];
