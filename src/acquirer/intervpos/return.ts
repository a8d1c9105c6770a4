import type { ReturnFields, ReturnOutcome, ReturnRequest } from "../../domain/payment/acquirer.ts";
import { currencyNumber, readTurkishAmount } from "../kit/amounts.ts";
import { hasOpenedTerms } from "../kit/challenge-terms.ts";
import { refusalOfMdStatus } from "../kit/md-status.ts";
import { isSigned } from "../kit/signed-return.ts";
import { packState } from "../kit/state.ts";
import type { Channel } from "./channel.ts";
import type { Terminal } from "./credentials.ts";
import { RETURN_HASH_PARAMS, signedReturn, signedValuesOf } from "./signature.ts";

/** Reads a return of the model `3DModel`, which authenticates and charges nothing. */
export function readReturn(
  { terminal, connection }: Pick<Channel, "terminal" | "connection">,
  request: ReturnRequest,
): ReturnOutcome {
  const { fields } = request;
  const { attemptId } = request;
  const isOurKey = isSigned({ connection, attemptId }, signedReturn(fields, terminal));
  if (!isOurKey || !hasUsualList(fields) || fields["OrderId"] !== request.reference) {
    return { kind: "forged" };
  }
  const mdStatus = fields["mdStatus"] ?? "";
  if (!connection.acceptedMdStatus.includes(mdStatus) || fields["3DStatus"] !== mdStatus) {
    return failed(fields, mdStatus);
  }
  if (!hasForms(fields) || !isOurs(terminal, request)) return { kind: "forged" };
  const { MD: md, PayerTxnId: payerTxnId, Eci: eci = "" } = fields;
  const cavv = fields["PayerAuthenticationCode"];
  const isComplete = [md, payerTxnId, cavv].every((one) => one !== undefined && one !== "");
  if (!isComplete) return failed(fields, mdStatus);
  // Only `MD` is signed; the bank compares the other three with its own values.
  const state = packState({ md, payerTxnId, eci, cavv });
  return { kind: "authenticated", proof: { mdStatus, eci: "", state } };
}

/**
 * The list of signed fields must be the known one, because the browser brings it, and the values
 * are joined without a separator.
 */
function hasUsualList(fields: ReturnFields): boolean {
  return (
    fields["HASHPARAMS"] === RETURN_HASH_PARAMS &&
    fields["HASHPARAMSVAL"] === signedValuesOf(fields)
  );
}

/**
 * The forms of the signed values that are not ours. They leave no other way to cut the signed text:
 * the code of a refusal, for example, cannot lend its last digit to `mdStatus`.
 */
function hasForms(fields: ReturnFields): boolean {
  return (
    /^(?:\d\.\d)?$/.test(fields["Version"] ?? "") &&
    /^\d?$/.test(fields["Exponent"] ?? "") &&
    /^https?:\/\//.test(fields["OkUrl"] ?? "") &&
    fields["FailUrl"] === fields["OkUrl"] &&
    (fields["ProcReturnCode"] ?? "") === "" &&
    /^[A-Za-z ]*$/.test(fields["Response"] ?? "")
  );
}

function isOurs(terminal: Terminal, request: ReturnRequest): boolean {
  const { fields, amount } = request;
  const charged = readTurkishAmount(fields["PurchAmount"] ?? "", amount.currency);
  return (
    hasOpenedTerms(request) &&
    charged?.minor === amount.minor &&
    fields["Currency"] === currencyNumber(amount.currency) &&
    fields["ShopCode"] === terminal.shopCode
  );
}

function failed(fields: ReturnFields, mdStatus: string): ReturnOutcome {
  const message = `${fields["ErrorCode"] ?? ""} ${fields["ErrorMessage"] ?? ""}`;
  return refusalOfMdStatus(mdStatus, message);
}
