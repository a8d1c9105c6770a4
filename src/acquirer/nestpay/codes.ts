import type { DeclineReason } from "../../domain/payment/decline.ts";
import type { Declined, Retry, Unknown } from "../../domain/payment/acquirer-outcomes.ts";
import { alreadyDone } from "../kit/already-done.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import { hostRefusal } from "../kit/host-codes.ts";

/** The answer to a request that moves money, as far as a refusal needs it. */
export type Refusal = {
  readonly response: string;
  readonly procReturnCode: string;
  /** `ISO8583-nn` of the issuer, or `CORE-nnnn` of the gateway; empty if the bank names none. */
  readonly errorCode: string;
  readonly message: string;
};

export type Asked = {
  readonly about: "authorization" | "modification";
  readonly installmentCount?: number;
  readonly hasChallenge?: boolean;
};

/**
 * Gateway codes before the card was used: the payment provably was not charged. 2601 and 2603 are
 * of the gateway's own table of installments, which it reads before it asks the host.
 */
const NOT_CHARGED: readonly (readonly [first: number, last: number])[] = [
  [1006, 1029],
  [2001, 2015],
  [2020, 2034],
  [2105, 2126],
  [2128, 2131],
  [2204, 2209],
  [2250, 2256],
  [2311, 2315],
  [2400, 2400],
  [2502, 2502],
  [2601, 2601],
  [2603, 2603],
];

/** Gateway codes that refuse a capture, void or refund, and book nothing. */
const NOT_MODIFIED: readonly (readonly [first: number, last: number])[] = [
  ...NOT_CHARGED,
  [2508, 2509],
  [2511, 2514],
  [2517, 2517],
];

/** Nothing is left to refund or to capture, or less than asked: an earlier request may have it. */
const ALREADY_DONE = new Set([2122, 2123, 2503, 2504, 2505, 2506]);
/** "Net Tutar 0." of a host that writes no ProcReturnCode: nothing is left to refund. */
const HOST_NET_IS_ZERO = "215021";

/** The order is known to the bank, by an earlier request of ours. */
const DUPLICATE = new Set([2302, 2507]);

/** The void finds nothing to cancel: it comes too late, or the order is cancelled already. */
export const NOTHING_TO_VOID = "CORE-2008";
/** The void comes too late, or finds nothing to cancel. */
export const VOID_REFUSED: ReadonlySet<string> = new Set([
  NOTHING_TO_VOID,
  "CORE-2120",
  "CORE-2511",
]);
/** The preauthorization has ended. */
const HOLD_OVER = "CORE-2513";
/** The code of a refund that comes before the day end. */
export const NOT_SETTLED = "CORE-2508";

/**
 * The code of a wrong user when the gateway adds none of its own. Other failures have the same
 * code.
 */
const NO_PERMISSION = "99";

/** The gate refuses the hash of our form, which a wrong store key makes. */
export const KEY_CODES: ReadonlySet<string> = new Set(["3D-1004"]);

/** Wrong user, closed merchant and locked or unknown terminal. */
export const ACCOUNT_CODES: ReadonlySet<string> = new Set([
  NO_PERMISSION,
  ...[1011, 1012, 1013, 1014, 2126, 2311, 2312, 2313, 2314, 2315, 2400].map(
    (code) => `CORE-${code}`,
  ),
]);

type Meaning = { readonly reason: DeclineReason; readonly retry: Retry };

const GATEWAY: Readonly<Record<number, Meaning>> = {
  1023: { reason: "general_error", retry: "other_terms" },
  2010: { reason: "expired_card", retry: "no" },
  2011: { reason: "expired_card", retry: "no" },
  2012: { reason: "invalid_card_number", retry: "no" },
  2015: { reason: "invalid_card_number", retry: "no" },
  2124: { reason: "general_error", retry: "other_terms" },
  2204: { reason: "general_error", retry: "other_terms" },
  2206: { reason: "three_d_secure_failed", retry: "no" },
  2208: { reason: "invalid_cvc", retry: "no" },
  2250: { reason: "suspected_fraud", retry: "no" },
  2251: { reason: "suspected_fraud", retry: "no" },
  2601: { reason: "general_error", retry: "other_terms" },
  2603: { reason: "general_error", retry: "other_terms" },
};

/** The outcome of an answer that is no approval. */
export function refusalOf(answer: Refusal, asked: Asked): Declined | Unknown {
  const { response, procReturnCode, errorCode, message } = answer;
  if (response === "Error" || errorCode.startsWith("CORE-")) return gatewayRefusal(answer, asked);
  if (asked.about === "modification" && errorCode === HOST_NET_IS_ZERO) {
    return alreadyDone(errorCode);
  }
  const [, host = ""] = /^ISO8583-(\w{2})$/.exec(errorCode) ?? [];
  const isHosts = response === "Declined" && /^\w{2}$/.test(procReturnCode);
  if (!isHosts || (host !== "" && host !== procReturnCode)) return unknown("unclear_answer");
  return hostRefusal({ code: procReturnCode, message, ...asked });
}

function gatewayRefusal(answer: Refusal, { about }: Asked): Declined | Unknown {
  const { errorCode, message } = answer;
  if (isWithoutPermission(answer)) {
    const told = { bankCode: NO_PERMISSION, bankMessage: bankText(message) };
    const retry = about === "modification" ? "no" : "same_request";
    return { kind: "declined", reason: "general_error", retry, ...told };
  }
  const [, digits] = /^CORE-(\d{4})$/.exec(errorCode) ?? [];
  if (digits === undefined) return unknown("error_without_code");
  const number = Number(digits);
  const told = { kind: "declined", bankCode: errorCode, bankMessage: bankText(message) } as const;
  if (about === "modification") {
    if (ALREADY_DONE.has(number)) return alreadyDone(errorCode);
    if (!isWithin(NOT_MODIFIED, number)) return unknown(errorCode.toLowerCase());
    const isOver = errorCode === HOLD_OVER;
    const row = { reason: "general_error", retry: "no" } as const;
    return isOver ? { ...told, ...row, isHoldOver: true } : { ...told, ...row };
  }
  if (DUPLICATE.has(number)) {
    return { ...told, reason: "general_error", retry: "no", duplicateReference: true };
  }
  if (!isWithin(NOT_CHARGED, number)) return unknown(errorCode.toLowerCase());
  return { ...told, ...(GATEWAY[number] ?? { reason: "general_error", retry: "same_request" }) };
}

/** The bank names no code of the gateway, but says that it did nothing for this user. */
function isWithoutPermission({ procReturnCode, errorCode, message }: Refusal): boolean {
  const isNamed = procReturnCode === NO_PERMISSION && errorCode === "";
  return isNamed && /^insufficient permissions\b/i.test(message.trim());
}

function isWithin(ranges: readonly (readonly [number, number])[], number: number): boolean {
  return ranges.some(([first, last]) => number >= first && number <= last);
}

/** The reason of an authentication that is not charged. */
export function challengeReason(mdStatus: string): DeclineReason {
  switch (mdStatus) {
    case "5":
    case "6":
    case "7":
    case "9":
    case "":
      return "three_d_secure_unavailable";
    case "8":
      return "invalid_card_number";
    default:
      return "three_d_secure_failed";
  }
}
