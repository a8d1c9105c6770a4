import type { Retry } from "../../domain/payment/acquirer.ts";
import type { DeclineReason } from "../../domain/payment/decline.ts";
import type { HostCode } from "../kit/host-codes.ts";

export type GatewayCode = {
  readonly reason: DeclineReason;
  readonly retry: Retry;
  /**
   * True if the code refuses the credentials by which the answer would be signed, so that its
   * signature cannot be right.
   */
  readonly isUnsigned: boolean;
};

/**
 * Reason codes of the gateway (source GVPS, code 92). None of these requests was sent to the
 * issuer. Every other code counts as that of an order that exists already, because its value is not
 * published.
 */
export const GATEWAY_CODES: Readonly<Record<string, GatewayCode>> = {
  "0002": { reason: "general_error", retry: "no", isUnsigned: true },
  "0208": { reason: "general_error", retry: "no", isUnsigned: false },
  "0651": credentials(),
  "0652": credentials(),
  "0654": credentials(),
  "0752": credentials(),
  "0809": credentials(),
};

/** No code of the bank is known that names a wrong store key and no other cause. */
export const KEY_CODES: ReadonlySet<string> = new Set([]);

/** Wrong user, password or hash, an address that is not allowed, and an unknown terminal. */
export const ACCOUNT_CODES: ReadonlySet<string> = new Set(["0651", "0652", "0654", "0752", "0809"]);

/** The gateway failed, so that its answer proves nothing. */
export const SYSTEM_FAILURE = "9999";

/** Reason codes of an inquiry about an order that the bank does not know. */
export const NOT_FOUND_CODES: ReadonlySet<string> = new Set(["0108", "0110"]);

/** Refusals of a void after the day end, and of a refund before it. */
export const VOID_TOO_LATE: ReadonlySet<string> = new Set(["05"]);
export const REFUND_TOO_EARLY: ReadonlySet<string> = new Set(["0208"]);

const UNKNOWN: HostCode = { charged: "unknown", reason: "general_error", retry: "no" };
const WRONG_CVC: HostCode = { charged: "no", reason: "invalid_cvc", retry: "no" };

/** Host codes that mean something else at this bank; `text` is its `SysErrMsg`. */
export function deviationsOf(text: string): Readonly<Record<string, HostCode>> {
  return { "91": UNKNOWN, ...(/CVC2|CVV2/i.test(text) ? { "12": WRONG_CVC } : {}) };
}

/**
 * Codes that mean something else in the history of an order: 92 is a refusal of the gateway, which
 * sent nothing to the issuer.
 */
export const HISTORY_DEVIATIONS: Readonly<Record<string, HostCode>> = {
  "92": { charged: "no", reason: "general_error", retry: "no" },
};

function credentials(): GatewayCode {
  return { reason: "general_error", retry: "same_request", isUnsigned: true };
}
