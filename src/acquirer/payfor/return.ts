import type { ReturnFields, ReturnOutcome, ReturnRequest } from "../../domain/payment/acquirer.ts";
import { currencyNumber, readDecimalAmount } from "../kit/amounts.ts";
import { bankText } from "../kit/bank-text.ts";
import { hasOpenedTerms } from "../kit/challenge-terms.ts";
import { isSameText } from "../kit/constant-time.ts";
import { packState } from "../kit/state.ts";
import type { Dialect } from "./banks.ts";
import { THREE_D_PASSED } from "./codes.ts";
import { type Account, installmentsOf } from "./request.ts";
import { hashOfReturn } from "./signature.ts";

export type Expected = {
  readonly account: Account;
  readonly dialect: Dialect;
  readonly acceptedMdStatus: readonly string[];
};

/** Reads a return of the model `3DModel`, which authenticates and charges nothing. */
export function readThreeDModel(expected: Expected, request: ReturnRequest): ReturnOutcome {
  const { fields } = request;
  if (!isSigned(expected, fields)) {
    return expected.dialect.hasReturnHash ? { kind: "forged" } : { kind: "ask" };
  }
  if (fields["OrderId"] !== request.reference) return { kind: "forged" };
  const code = fields["ProcReturnCode"] ?? "";
  const mdStatus = fields["3DStatus"] ?? "";
  const hasForms = isEmpty(fields["AuthCode"]) && /^-?\d$/.test(mdStatus) && hasNonce(fields);
  if (code !== THREE_D_PASSED) return failed(fields, mdStatus);
  if (!hasForms || !isOurs(request)) return { kind: "forged" };
  if (!expected.acceptedMdStatus.includes(mdStatus)) return failed(fields, mdStatus);
  const requestGuid = fields["RequestGuid"] ?? "";
  if (!/^[1-9]\d{0,31}$/.test(requestGuid)) return { kind: "forged" };
  // The bank signs neither of these two. It refuses a `RequestGuid` of another order, and `Eci` is
  // not needed for the charge.
  const state = packState({ requestGuid });
  return { kind: "authenticated", proof: { mdStatus, eci: "", state } };
}

/**
 * Reads a return of the model `3DPay`, in which the bank has charged or not. Its hash covers
 * neither amount nor currency, so also a signed one only leads to the inquiry.
 */
export function readThreeDPay(expected: Expected, { fields }: ReturnRequest): ReturnOutcome {
  const isKnown = isSigned(expected, fields) || !expected.dialect.hasReturnHash;
  return isKnown ? { kind: "ask" } : { kind: "forged" };
}

function isSigned({ account }: Expected, fields: ReturnFields): boolean {
  const given = fields["ResponseHash"] ?? "";
  const hash = hashOfReturn(account, fields, given);
  return hash !== undefined && isSameText(given, hash);
}

/** The bank's own random text, whose form leaves one way to cut the signed text into values. */
function hasNonce(fields: ReturnFields): boolean {
  return /^PF\d{12,24}$/.test(fields["ResponseRnd"] ?? "");
}

/** The terms are not signed, so they are compared with ours and with the opened challenge. */
function isOurs(request: ReturnRequest): boolean {
  const { fields, amount, installmentCount } = request;
  const charged = readDecimalAmount(fields["PurchAmount"] ?? "", amount.currency);
  return (
    hasOpenedTerms(request) &&
    charged?.minor === amount.minor &&
    fields["Currency"] === currencyNumber(amount.currency) &&
    fields["InstallmentCount"] === installmentsOf(installmentCount)
  );
}

function isEmpty(text: string | undefined): boolean {
  return text === undefined || text === "";
}

function failed(fields: ReturnFields, mdStatus: string): ReturnOutcome {
  return {
    kind: "not_authenticated",
    reason: "three_d_secure_failed",
    mdStatus,
    bankMessage: bankText(`${fields["ProcReturnCode"] ?? ""} ${fields["ErrMsg"] ?? ""}`),
  };
}
