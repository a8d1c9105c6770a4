import type { ReturnOutcome, ReturnRequest } from "../../domain/payment/acquirer.ts";
import { refusalOfMdStatus } from "../kit/md-status.ts";
import { isSigned } from "../kit/signed-return.ts";
import { packState } from "../kit/state.ts";
import type { Channel } from "./channel.ts";
import type { Terminal } from "./credentials.ts";
import { amountOf, installmentText } from "./request.ts";
import { HASH_PARAMS, signedReturn } from "./signature.ts";

/** A longer value is no transaction id of 3-D Secure. */
const XID_LENGTH = 64;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Reads what the browser brought back. Its signature does not cover the amount. */
export function readReturn(
  { terminal, connection }: Channel,
  request: ReturnRequest,
): ReturnOutcome {
  const { fields } = request;
  const isOurKey = isSigned(
    { connection, attemptId: request.attemptId },
    signedReturn(fields, terminal),
  );
  if (!isOurKey || fields["hashparams"] !== HASH_PARAMS) {
    // The bank does not sign its refusal of the form itself; nothing was charged then.
    const isRefusedForm = fields["hash"] === undefined && fields["response"] === "Error";
    return isRefusedForm ? { kind: "ask" } : { kind: "forged" };
  }
  if (!isAbout(terminal, request)) return { kind: "forged" };
  const mdStatus = fields["mdstatus"] ?? "";
  if (!connection.acceptedMdStatus.includes(mdStatus)) {
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

function isAbout(terminal: Terminal, request: ReturnRequest): boolean {
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
