import type { HostCode } from "../kit/host-codes.ts";

/** The code for an order id that was used before. */
export const DUPLICATE_CODE = "0127";

/** The bank signs no return that this service takes. */
export const KEY_CODES: ReadonlySet<string> = new Set([]);

/**
 * The bank refuses the merchant, the terminal, its key or the address of our server, with the codes
 * of Posnet's family; nothing was charged.
 */
export const ACCOUNT_CODES: ReadonlySet<string> = new Set([
  "0003",
  "0146",
  "0147",
  "0148",
  "0600",
  "E216",
]);

/** The code of an inquiry about an order that the bank does not know. */
export const NOT_FOUND_CODES: ReadonlySet<string> = new Set(["E219"]);

/** Codes of Posnet's family after which only an inquiry can tell the outcome. */
export const UNKNOWN_CODES: ReadonlySet<string> = new Set([
  "0091",
  "0100",
  "0124",
  "0125",
  "0126",
  "0400",
  "0995",
]);

/** Host codes that mean something else in Posnet's family. */
export const DEVIATIONS: Readonly<Record<string, HostCode>> = {
  // No preauthorization, terminal not allowed, or an amount too small for installments.
  "15": { charged: "no", reason: "general_error", retry: "other_terms" },
};

/**
 * Codes of Posnet's family that refuse a modification for the state of its original: captured,
 * cancelled, or too little left.
 */
export const ALREADY_DONE: ReadonlySet<string> = new Set(["0200", "0205", "0220", "0370"]);

/** Refusals of a void after the day end, and of a refund before the sale is booked. */
export const VOID_TOO_LATE: ReadonlySet<string> = new Set(["0211", "0229"]);
export const REFUND_TOO_EARLY: ReadonlySet<string> = new Set(["0411"]);

/**
 * Codes of Posnet's family that refuse a capture, void or refund before anything was booked: no
 * such transaction, the batch is closed, or the original is in a state that does not allow it.
 */
export const MODIFICATION_REFUSED: ReadonlySet<string> = new Set([
  ...NOT_FOUND_CODES,
  ...VOID_TOO_LATE,
  ...REFUND_TOO_EARLY,
  "0122",
  "0123",
  "0146",
  "0147",
  "0150",
  "0223",
  "0450",
  "0600",
  "0788",
  "E216",
]);
