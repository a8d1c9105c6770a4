import type { DeclineReason } from "../../domain/payment/decline.ts";
import type { Declined, Retry, Unknown } from "../../domain/payment/acquirer.ts";
import { alreadyDone } from "../kit/already-done.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import { type HostCode, hostRefusal } from "../kit/host-codes.ts";

export const APPROVED = "00";
export const NOT_COMPLETED = "V000";
export const NOT_FOUND = "V013";
export const BEFORE_DAY_END = "V014";
export const CANNOT_VOID = "V018";
export const THREE_D_PASSED = "V033";
/** The preauthorization has ended. */
const HOLD_OVER = "V026";
/** An order id that was used: in a direct answer, and in a return of the card form. */
const DUPLICATES: readonly string[] = ["V029", "101310"];

type GatewayCode = { readonly reason: DeclineReason; readonly retry: Retry };

const SAME: GatewayCode = { reason: "general_error", retry: "same_request" };
const OTHER_TERMS: GatewayCode = { reason: "general_error", retry: "other_terms" };
const NOT_AUTHENTICATED: GatewayCode = { reason: "three_d_secure_failed", retry: "no" };

/** Refusals before the card's bank was asked. All other `V` codes leave a charge unknown. */
const GATEWAY_CODES: Readonly<Record<string, GatewayCode>> = {
  V001: SAME,
  V004: SAME,
  V005: SAME,
  V006: SAME,
  V007: SAME,
  V008: SAME,
  V009: SAME,
  V010: SAME,
  V011: SAME,
  V023: OTHER_TERMS,
  V024: OTHER_TERMS,
  V030: SAME,
  V034: NOT_AUTHENTICATED,
  V035: SAME,
  V038: SAME,
  MR15: NOT_AUTHENTICATED,
  M005: { reason: "invalid_cvc", retry: "no" },
  M006: { reason: "expired_card", retry: "no" },
  M008: { reason: "invalid_card_number", retry: "no" },
  M018: { reason: "invalid_cvc", retry: "no" },
  M020: OTHER_TERMS,
  M041: { reason: "invalid_card_number", retry: "no" },
};

/** The gate refuses the hash of our form, which a wrong store key makes. */
export const KEY_CODES: ReadonlySet<string> = new Set(["M030"]);

/**
 * Refusals of the account, its user or our address. In the answer to an inquiry they may be about
 * the question in place of the order, so they prove nothing about a charge.
 */
export const ACCOUNT_CODES: ReadonlySet<string> = new Set([
  "V001",
  "V004",
  "V007",
  "V008",
  "V009",
  "V035",
  "V038",
  "M009",
  "M013",
  "M016",
  "M017",
  "M024",
  "M030",
  "M047",
  "M049",
]);

export function isAboutAccount(code: string): boolean {
  return ACCOUNT_CODES.has(code);
}

/** More than the rest, cancelled, captured, or refunded already. */
const ALREADY_DONE: ReadonlySet<string> = new Set(["V015", "V017", "V025", "V037"]);

/** Refusals of captures, voids and refunds. */
const MODIFICATION_CODES: ReadonlySet<string> = new Set([
  NOT_FOUND,
  BEFORE_DAY_END,
  "V016",
  CANNOT_VOID,
  "V019",
  "V020",
  HOLD_OVER,
  "V027",
  "V031",
]);

export type Refused = {
  readonly code: string;
  readonly message: string | undefined;
  readonly about: "authorization" | "modification";
  readonly installmentCount?: number;
  readonly hasChallenge?: boolean;
  readonly deviations: Readonly<Record<string, HostCode>>;
};

/** The outcome of an answer whose code is not `00`. */
export function refusalOf(refused: Refused): Declined | Unknown {
  const { code, message, about } = refused;
  if (/^\d{2}$/.test(code)) return hostRefusal(refused);
  const told = { bankCode: code, bankMessage: bankText(message) };
  if (about === "modification") {
    if (ALREADY_DONE.has(code)) return alreadyDone(code);
    const isRefusal = MODIFICATION_CODES.has(code) || isBeforeHost(code);
    const row = { reason: "general_error", retry: "no" } as const;
    if (!isRefusal) return unknown(`code_${code}`);
    const declined = { kind: "declined", ...row, ...told } as const;
    return code === HOLD_OVER ? { ...declined, isHoldOver: true } : declined;
  }
  if (DUPLICATES.includes(code)) {
    const row = { reason: "general_error", retry: "no", duplicateReference: true } as const;
    return { kind: "declined", ...row, ...told };
  }
  const row = GATEWAY_CODES[code] ?? (/^M\d{3}$/.test(code) ? SAME : undefined);
  return row === undefined ? unknown(`code_${code}`) : { kind: "declined", ...row, ...told };
}

function isBeforeHost(code: string): boolean {
  return GATEWAY_CODES[code] !== undefined || /^M\d{3}$/.test(code);
}
