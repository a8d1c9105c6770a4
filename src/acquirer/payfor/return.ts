import type { ReturnFields, ReturnOutcome, ReturnRequest } from "../../domain/payment/acquirer.ts";
import { currencyNumber, readDecimalAmount } from "../kit/amounts.ts";
import { bankText } from "../kit/bank-text.ts";
import { hasOpenedTerms, openedModel } from "../kit/challenge-terms.ts";
import { isSigned } from "../kit/signed-return.ts";
import { packState } from "../kit/state.ts";
import type { Channel } from "./channel.ts";
import { THREE_D_PASSED } from "./codes.ts";
import { installmentsOf } from "./request.ts";
import { signedReturn } from "./signature.ts";

type Expected = Pick<Channel, "terminal" | "connection" | "dialect">;

/**
 * Reads a return. Under `3DPay` the bank has charged or not; its hash covers neither amount nor
 * currency, so also a signed one only leads to the inquiry. Under `3DModel` it authenticates and
 * charges nothing.
 */
export function readReturn(channel: Expected, request: ReturnRequest): ReturnOutcome {
  const { connection, dialect } = channel;
  const { fields } = request;
  const { attemptId } = request;
  if (!isSigned({ connection, attemptId }, signedReturn(fields, channel.terminal))) {
    return { kind: dialect.hasReturnHash ? "forged" : "ask" };
  }
  if ((openedModel(request.state) ?? connection.model) === "3DPay") return { kind: "ask" };
  if (fields["OrderId"] !== request.reference) return { kind: "forged" };
  const code = fields["ProcReturnCode"] ?? "";
  const mdStatus = fields["3DStatus"] ?? "";
  const hasForms = isEmpty(fields["AuthCode"]) && /^-?\d$/.test(mdStatus) && hasNonce(fields);
  if (code !== THREE_D_PASSED) return failed(fields, mdStatus);
  if (!hasForms || !isOurs(request)) return { kind: "forged" };
  if (!connection.acceptedMdStatus.includes(mdStatus)) return failed(fields, mdStatus);
  const requestGuid = fields["RequestGuid"] ?? "";
  if (!/^[1-9]\d{0,31}$/.test(requestGuid)) return { kind: "forged" };
  // The bank signs neither of these two. It refuses a `RequestGuid` of another order, and `Eci` is
  // not needed for the charge.
  const state = packState({ requestGuid });
  return { kind: "authenticated", proof: { mdStatus, eci: "", state } };
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
