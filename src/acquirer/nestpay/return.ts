import type {
  AcquirerState,
  Approved,
  Declined,
  ReturnOutcome,
} from "../../domain/payment/acquirer-outcomes.ts";
import type { ReturnFields } from "../../domain/payment/acquirer-requests.ts";
import type { ReturnRequest } from "../../domain/payment/acquirer-requests.ts";
import { currencyNumber, readDecimalAmount } from "../kit/amounts.ts";
import { bankText } from "../kit/bank-text.ts";
import { tellSignature } from "../kit/signed-return.ts";
import { packState, unpackState } from "../kit/state.ts";
import { challengeReason, refusalOf } from "./codes.ts";
import type { Channel } from "./channel.ts";
import { installmentText } from "./request.ts";
import { signedReturn, verifyReturn } from "./signature.ts";

/**
 * The state of a challenge: what the return must echo, the model that reads it, and the kind of its
 * charge.
 */
export function challengeState(
  returnUrl: string,
  opened: { readonly type: "sale" | "preauth"; readonly model: string },
): AcquirerState {
  return packState({ returnUrl, ...opened });
}

type Expecting = Pick<Channel, "terminal" | "connection">;

/** Verifies a return and says what it proves. */
export function readReturn(channel: Expecting, request: ReturnRequest): ReturnOutcome {
  const { returnUrl, model = channel.connection.model } = unpackState(request.state) ?? {};
  if (returnUrl === undefined) return { kind: "ask" };
  const { terminal, connection } = channel;
  const fields = verifyReturn(request.fields, terminal.storeKey);
  const { attemptId } = request;
  const text = signedReturn(request.fields, terminal);
  tellSignature({ connection, attemptId }, text, fields !== undefined);
  if (fields === undefined || !isOurs({ channel, request, returnUrl, model }, fields)) {
    return { kind: "forged" };
  }
  return model === "3d_pay" ? readCharge(request, fields) : readChallenge(channel, fields);
}

type Expected = {
  readonly channel: Expecting;
  readonly request: ReturnRequest;
  readonly returnUrl: string;
  /** The model under which the challenge was opened. */
  readonly model: string;
};

/**
 * True if the return echoes the payment that we sent to the gate. The hash does not cover the names
 * of fields: a customer could rename fields and so move another value to `mdStatus`. `failUrl` and
 * `okUrl` lie on both sides of it in the order of names, so both must hold our address. `rnd` is no
 * echo: the bank puts a value of its own there.
 */
function isOurs({ channel, request, returnUrl, model }: Expected, fields: ReturnFields): boolean {
  const { amount, reference, installmentCount } = request;
  const returned = readDecimalAmount(fields["amount"] ?? "", amount.currency);
  const installments = fields["taksit"] ?? fields["instalment"];
  return (
    fields["clientid"] === channel.terminal.clientId &&
    fields["oid"] === reference &&
    returned?.minor === amount.minor &&
    fields["currency"] === currencyNumber(amount.currency) &&
    installments === installmentText(installmentCount) &&
    fields["storetype"]?.toLowerCase() === model &&
    fields["hashalgorithm"] === "ver3" &&
    fields["okurl"] === returnUrl &&
    fields["failurl"] === returnUrl
  );
}

/** The return of `3d` and `3d_host`: nothing is charged yet. */
function readChallenge({ connection }: Expecting, fields: ReturnFields): ReturnOutcome {
  const { mdstatus: mdStatus = "", md = "", xid = "", eci = "", cavv = "" } = fields;
  if (!connection.acceptedMdStatus.includes(mdStatus) || mdStatus === "") {
    return {
      kind: "not_authenticated",
      reason: challengeReason(mdStatus),
      mdStatus,
      bankMessage: bankText(fields["mderrormsg"] ?? fields["errmsg"]),
    };
  }
  // The customer can hide a field by renaming it. Full authentication has all four values; the bank
  // compares them with its own.
  const isFull = xid !== "" && eci !== "" && cavv !== "";
  if (md === "" || (mdStatus === "1" && !isFull)) return { kind: "ask" };
  return {
    kind: "authenticated",
    proof: { mdStatus, eci, state: packState({ md, xid, eci, cavv }) },
  };
}

/**
 * The return of `3d_pay`: the bank has charged, or not. Only a clear word of the bank decides; a
 * failed authentication proves nothing, because the customer may try again at the gate.
 */
function readCharge(request: ReturnRequest, fields: ReturnFields): ReturnOutcome {
  const outcome = chargeIn(request, fields);
  return outcome === undefined ? { kind: "ask" } : { kind: "decided", outcome };
}

function chargeIn(request: ReturnRequest, fields: ReturnFields): Approved | Declined | undefined {
  const { response = "", procreturncode: procReturnCode = "" } = fields;
  const { transid: transactionId = "", hostrefnum: host = "", authcode: authCode = "" } = fields;
  if (response === "Approved") {
    const isComplete = transactionId !== "" && host !== "" && authCode !== "";
    if (procReturnCode !== "00" || !isComplete || fields["mdstatus"] === "0") return undefined;
    return {
      kind: "approved",
      bankReference: host,
      authCode,
      bankCode: procReturnCode,
      amount: request.amount,
      state: packState({ type: unpackState(request.state)?.["type"], transactionId }),
    };
  }
  const refusal = refusalOf(
    {
      response,
      procReturnCode,
      errorCode: fields["errorcode"] ?? fields["errcode"] ?? "",
      message: fields["errmsg"] ?? "",
    },
    { about: "authorization", installmentCount: request.installmentCount, hasChallenge: true },
  );
  return refusal.kind === "declined" && refusal.duplicateReference !== true ? refusal : undefined;
}
