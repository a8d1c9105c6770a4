import type { ReturnOutcome, ReturnRequest } from "../../domain/payment/acquirer.ts";
import { decimalAmount } from "../kit/amounts.ts";
import { bankText } from "../kit/bank-text.ts";
import { hasOpenedTerms, openedModel } from "../kit/challenge-terms.ts";
import { isSigned } from "../kit/signed-return.ts";
import { packState } from "../kit/state.ts";
import { APPROVED } from "./codes.ts";
import type { Channel } from "./channel.ts";
import type { Terminal } from "./credentials.ts";
import { signedReturn } from "./signature.ts";

/**
 * The lists of fields that the bank was seen to sign. Others are refused: the browser brings the
 * list, and the values are joined without a separator, so another list could give a signed text
 * other meanings.
 */
const PASSED_2024 =
  "txnCode+responseCode+responseMessage+txnDateTime+merchantSafeId+terminalSafeId+orderId" +
  "+secureId+secureEcomInd+secureData+secureMd";
const PASSED_2026 =
  "txnCode+responseCode+responseMessage+txnDateTime+merchantSafeId+terminalSafeId+orderId" +
  "+secureId+secureEcomInd+mdStatus+secureData+secureMd+maskedCardNumber+amount+installCount" +
  "+okUrl+failUrl";
const FAILED = "responseCode+responseMessage+orderId";

/**
 * The forms of the signed values. With them the signed text can be cut into values in one way only,
 * so no character can move from one value to its neighbour.
 */
const FORMS: Readonly<Record<string, RegExp>> = {
  txnCode: /^300[15]$/,
  responseCode: /^VPS-\d{4}$/,
  responseMessage: /^[^\p{Cc}]{0,200}$/u,
  txnDateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/,
  secureId: /^[A-Za-z0-9+/]{27}=$/,
  secureEcomInd: /^\d\d$/,
  mdStatus: /^\d$/,
  secureData: /^[A-Za-z0-9+/]{28}$|^[A-Za-z0-9+/]{27}=$/,
  secureMd: /^[0-9A-F]{64}$/,
  maskedCardNumber: /^\d{6}\*{4,9}\d{4}$/,
  amount: /^\d{1,12}\.\d\d$/,
  installCount: /^\d{1,2}$/,
  okUrl: /^https?:\/\//,
  failUrl: /^https?:\/\//,
};

/** Electronic commerce indicators of full authentication (Visa and Troy, Mastercard). */
const FULL_INDICATORS: readonly string[] = ["02", "05"];

/**
 * Reads a return. Under `3D_PAY` the bank has charged or not; the return does not name the amount,
 * so also a signed one only leads to the inquiry. Under `3D` it authenticates and charges nothing.
 */
export function readReturn(
  { terminal, connection }: Pick<Channel, "terminal" | "connection">,
  request: ReturnRequest,
): ReturnOutcome {
  const { fields } = request;
  const { attemptId } = request;
  if (!isSigned({ connection, attemptId }, signedReturn(fields, terminal))) {
    return { kind: "forged" };
  }
  if ((openedModel(request.state) ?? connection.model) === "3D_PAY") return { kind: "ask" };
  const names = (fields["hashParams"] ?? "").split("+");
  if (fields["hashParams"] === FAILED) return readFailed(request);
  const isListed = fields["hashParams"] === PASSED_2024 || fields["hashParams"] === PASSED_2026;
  if (!isListed || !names.every((name) => hasForm(name, fields)) || !isOurs(terminal, request)) {
    return { kind: "forged" };
  }
  if (fields["responseCode"] !== APPROVED) return failed(request);
  const eci = fields["secureEcomInd"] ?? "";
  const isNew = fields["hashParams"] === PASSED_2026;
  const mdStatus = isNew ? (fields["mdStatus"] ?? "") : FULL_INDICATORS.includes(eci) ? "1" : "4";
  if (!connection.acceptedMdStatus.includes(mdStatus)) return failed(request, mdStatus);
  const state = packState({
    secureId: fields["secureId"],
    secureEcomInd: eci,
    secureData: fields["secureData"],
    secureMd: fields["secureMd"],
  });
  return { kind: "authenticated", proof: { mdStatus, eci, state } };
}

function hasForm(name: string, fields: ReturnRequest["fields"]): boolean {
  return FORMS[name]?.test(fields[name] ?? "") ?? true;
}

/**
 * True if the return is about our order, amount, currency and installments. No return names the
 * currency, and one of 2024 no amount, so the state of the challenge is compared, too.
 */
function isOurs(terminal: Terminal, request: ReturnRequest): boolean {
  const { fields, amount, installmentCount } = request;
  const isNew = fields["hashParams"] === PASSED_2026;
  if (!hasOpenedTerms(request)) return false;
  return (
    fields["merchantSafeId"] === terminal.merchantSafeId &&
    fields["terminalSafeId"] === terminal.terminalSafeId &&
    fields["orderId"] === request.reference &&
    (!isNew ||
      (fields["amount"] === decimalAmount(amount) &&
        Number(fields["installCount"]) === installmentCount))
  );
}

/** A failure moves no money, so only its order and its code must be right. */
function readFailed(request: ReturnRequest): ReturnOutcome {
  const { fields, reference } = request;
  const code = fields["responseCode"] ?? "";
  const isFailure = /^VPS-\d{4}$/.test(code) && code !== APPROVED;
  return isFailure && fields["orderId"] === reference ? failed(request) : { kind: "forged" };
}

function failed({ fields }: ReturnRequest, mdStatus = "0"): ReturnOutcome {
  return {
    kind: "not_authenticated",
    reason: "three_d_secure_failed",
    mdStatus,
    bankMessage: bankText(`${fields["responseCode"] ?? ""} ${fields["responseMessage"] ?? ""}`),
  };
}
