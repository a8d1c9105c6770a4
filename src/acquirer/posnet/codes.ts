import type { Retry } from "../../domain/payment/acquirer.ts";
import type { DeclineReason } from "../../domain/payment/decline.ts";
import type { HostCode } from "../kit/host-codes.ts";

/** The outcome of a gateway code; `unknown` where only an inquiry can tell. */
export type GatewayCode =
  | { readonly reason: DeclineReason; readonly retry: Retry }
  | "unknown"
  | "duplicate";

/** The bank's own table of codes above those of the host. Every other code stays unknown. */
export const GATEWAY_CODES: Readonly<Record<string, GatewayCode>> = {
  "0003": terminal(),
  "0100": "unknown",
  "0122": refused("general_error"),
  "0123": refused("general_error"),
  "0124": "unknown",
  "0125": "unknown",
  "0126": "unknown",
  "0127": "duplicate",
  "0129": refused("suspected_fraud"),
  "0146": terminal(),
  "0147": terminal(),
  "0148": terminal(),
  "0150": refused("invalid_cvc"),
  "0200": refused("general_error"),
  "0205": refused("general_error"),
  "0211": refused("general_error"),
  "0217": { reason: "card_blocked", retry: "never" },
  "0220": refused("general_error"),
  "0223": refused("general_error"),
  "0229": { reason: "general_error", retry: "other_terms" },
  "0232": refused("do_not_honour"),
  "0370": refused("general_error"),
  "0400": "unknown",
  "0411": refused("general_error"),
  "0444": refused("do_not_honour"),
  "0450": refused("general_error"),
  "0600": terminal(),
  "0788": refused("general_error"),
  "0995": "unknown",
  // Texts of an older document; one client lists them.
  "0095": refused("do_not_honour"),
  "0110": refused("insufficient_balance"),
  "0170": refused("do_not_honour"),
  "0173": refused("do_not_honour"),
  "0213": refused("insufficient_balance"),
  "0225": refused("invalid_card_number"),
  "0267": refused("invalid_card_number"),
  "0360": refused("insufficient_balance"),
  "0363": refused("invalid_card_number"),
  "0534": refused("do_not_honour"),
  "0551": refused("invalid_card_number"),
  "0876": refused("do_not_honour"),
  "0877": refused("invalid_cvc"),
  E189: terminal(),
  E190: terminal(),
  E216: terminal(),
};

/** The bank refuses our MAC, which a wrong encryption key makes. */
export const KEY_CODES: ReadonlySet<string> = new Set(["0600", "E216"]);

/** Wrong merchant, terminal, key or address; a wrong MAC is made by a wrong key. */
export const ACCOUNT_CODES: ReadonlySet<string> = new Set([
  "0003",
  "0146",
  "0147",
  "0148",
  "0600",
  "E216",
]);

/**
 * Refusals of a modification for the state of its original: captured, cancelled or too little left.
 */
export const ALREADY_DONE: ReadonlySet<string> = new Set(["0200", "0205", "0220", "0370"]);

/** Codes of an inquiry about an order that the bank does not know. */
export const NOT_FOUND_CODES: ReadonlySet<string> = new Set(["0123", "E219"]);

/** The code of an inquiry without a record, which the bank does not define for an order. */
export const NO_ROW_CODES: ReadonlySet<string> = new Set(["0122"]);

/** Refusals to decrypt a return: its MAC is wrong, or the terminal, its key or our address. */
export const WRONG_MAC: ReadonlySet<string> = new Set(["0600", "E216"]);
export const TERMINAL_REFUSED: ReadonlySet<string> = new Set([
  "0003",
  "0146",
  "0147",
  "0148",
  "0150",
]);

/** Refusals of a void after the day end, and of a refund before the sale is booked. */
export const VOID_TOO_LATE: ReadonlySet<string> = new Set(["0211", "0229"]);
export const REFUND_TOO_EARLY: ReadonlySet<string> = new Set(["0411"]);

/** Host codes that mean something else at this bank. */
export const DEVIATIONS: Readonly<Record<string, HostCode>> = {
  // The issuer timed out; the bank does not say whether it charged.
  "91": { charged: "unknown", reason: "general_error", retry: "no" },
  // No preauthorization, terminal not allowed, or an amount too small for installments.
  "15": { charged: "no", reason: "general_error", retry: "other_terms" },
};

function refused(reason: DeclineReason): GatewayCode {
  return { reason, retry: "no" };
}

/** The terminal or its configuration is the cause: another bank may charge the same card. */
function terminal(): GatewayCode {
  return { reason: "general_error", retry: "same_request" };
}
