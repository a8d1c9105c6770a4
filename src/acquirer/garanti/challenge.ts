import type {
  AuthorizeRequest,
  ChallengeWish,
  ReturnFields,
  ReturnOutcome,
  ReturnRequest,
} from "../../domain/payment/acquirer.ts";
import { isSameText } from "../kit/constant-time.ts";
import { refusalOfMdStatus } from "../kit/md-status.ts";
import { packState } from "../kit/state.ts";
import { cvcField } from "../kit/cvc-field.ts";
import {
  addressOf,
  amountOf,
  emailOf,
  type GarantiTerminal,
  installmentText,
  monthOf,
  typeOf,
  VERSION,
  yearOf,
} from "./request.ts";
import { HASH_PARAMS, hashForm, hashReturn, RETURN_NAMES, securityData } from "./signature.ts";

/** A longer value is no transaction id of 3-D Secure. */
const XID_LENGTH = 64;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The fields of the 3-D Secure form. They carry the card, so no browser may get them. */
export function challengeFields(
  terminal: GarantiTerminal,
  request: AuthorizeRequest,
  wish: ChallengeWish,
): readonly (readonly [name: string, value: string])[] {
  const { card, payer } = request;
  const type = typeOf(request.kind);
  const { amount, currency } = amountOf(request.amount);
  const installments = installmentText(request.installmentCount);
  const security = securityData(terminal.salePassword, terminal.terminalId);
  const form = {
    terminalId: terminal.terminalId,
    orderId: request.reference,
    amount,
    currencyCode: currency,
    successUrl: wish.returnUrl,
    errorUrl: wish.returnUrl,
    type,
    installments,
  };
  return [
    ["secure3dsecuritylevel", "3D"],
    ["mode", terminal.mode],
    ["apiversion", VERSION],
    ["terminalprovuserid", "PROVAUT"],
    ["terminaluserid", "PROVAUT"],
    ["terminalmerchantid", terminal.merchantId],
    ["terminalid", terminal.terminalId],
    ...(terminal.subMerchantId === "" ? [] : [["submerchantid", terminal.subMerchantId] as const]),
    ["txntype", type],
    ["txnamount", amount],
    ["txncurrencycode", currency],
    ["txninstallmentcount", installments],
    ["orderid", request.reference],
    ["successurl", wish.returnUrl],
    ["errorurl", wish.returnUrl],
    ["customeripaddress", addressOf(payer)],
    ["customeremailaddress", emailOf(payer)],
    ["lang", wish.language],
    ["secure3dhash", hashForm(form, terminal.storeKey, security)],
    ["cardnumber", card.number.reveal()],
    ["cardexpiredatemonth", monthOf(card)],
    ["cardexpiredateyear", yearOf(card)],
    ...cvcField(card, "cardcvv2"),
  ];
}

export type ReturnCheck = {
  readonly terminal: GarantiTerminal;
  readonly acceptedMdStatus: readonly string[];
};

/** Reads what the browser brought back. Its signature does not cover the amount. */
export function readGarantiReturn(
  { terminal, acceptedMdStatus }: ReturnCheck,
  request: ReturnRequest,
): ReturnOutcome {
  const { fields } = request;
  if (!isSigned(terminal, fields)) {
    // The bank does not sign its refusal of the form itself; nothing was charged then.
    const isRefusedForm = fields["hash"] === undefined && fields["response"] === "Error";
    return isRefusedForm ? { kind: "ask" } : { kind: "forged" };
  }
  if (!isAbout(terminal, request)) return { kind: "forged" };
  const mdStatus = fields["mdstatus"] ?? "";
  if (!acceptedMdStatus.includes(mdStatus)) {
    return refusalOfMdStatus(mdStatus, fields["mderrormessage"]);
  }
  const { cavv = "", eci = "", md = "", xid = "" } = fields;
  // This model charges after the return, so a result of a charge cannot belong to it. The fields
  // before mdstatus are empty then, which also fixes the place of mdstatus in the joined values.
  const isCharged = ["authcode", "procreturncode", "response"].some(
    (name) => (fields[name] ?? "").trim() !== "",
  );
  if (isCharged || !hasOwnShapes({ cavv, eci, md, xid })) return { kind: "forged" };
  return {
    kind: "authenticated",
    proof: { mdStatus, eci, state: packState({ cavv, xid, md }) },
  };
}

/** The signed values are joined, so the shape of each shows that none has moved into another. */
function hasOwnShapes(proof: Readonly<Record<"cavv" | "eci" | "md" | "xid", string>>): boolean {
  const { cavv, eci, md, xid } = proof;
  return (
    BASE64.test(cavv) && /^(?:\d\d)?$/.test(eci) && BASE64.test(md) && xid.length <= XID_LENGTH
  );
}

function isSigned({ storeKey }: GarantiTerminal, fields: ReturnFields): boolean {
  if (fields["hashparams"] !== HASH_PARAMS) return false;
  const values = RETURN_NAMES.map((name) => fields[name] ?? "");
  return isSameText((fields["hash"] ?? "").toUpperCase(), hashReturn(values, storeKey));
}

function isAbout(terminal: GarantiTerminal, request: ReturnRequest): boolean {
  const { fields, reference } = request;
  const { amount, currency } = amountOf(request.amount);
  return (
    fields["clientid"] === terminal.terminalId &&
    fields["oid"] === reference &&
    (fields["orderid"] ?? reference) === reference &&
    fields["txnamount"] === amount &&
    fields["txncurrencycode"] === currency &&
    (fields["txninstallmentcount"] ?? "") === installmentText(request.installmentCount)
  );
}
