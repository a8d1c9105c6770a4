import type { ReturnOutcome, ReturnRequest } from "../../domain/payment/acquirer.ts";
import { askTwice, unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import { resultOf } from "../kit/channel.ts";
import { refusalOfMdStatus } from "../kit/md-status.ts";
import { isSigned, tellSignature } from "../kit/signed-return.ts";
import { packState } from "../kit/state.ts";
import { elementOf, textOf } from "../kit/xml.ts";
import type { Answer } from "./answer.ts";
import { type Channel, send } from "./channel.ts";
import { TERMINAL_REFUSED, WRONG_MAC } from "./codes.ts";
import { installmentText, type Packets, resolveMessage, signedPayment } from "./request.ts";
import { signedResolution } from "./signature.ts";

/** The packets are upper-case hexadecimal digits; the bank's own have some hundred of them. */
const PACKET = /^[0-9A-Fa-f]{16,4096}$/;

/**
 * Reads a return by asking the bank to decrypt it. All other fields that the browser brings are
 * for information only, so none of them is read.
 */
export async function readReturn(channel: Channel, request: ReturnRequest): Promise<ReturnOutcome> {
  const packets = packetsOf(request);
  if (packets === undefined) return { kind: "forged" };
  const payment = signedPayment(request.reference, request.amount);
  const message = resolveMessage(channel.terminal, payment, packets);
  return askTwice(() =>
    resultOf(send(channel, message, TIMEOUTS.inquiryMs), (answer) =>
      judge(channel, { request, packets, answer }),
    ),
  );
}

type Resolved = {
  readonly request: ReturnRequest;
  readonly packets: Packets;
  readonly answer: Answer;
};

function judge(channel: Channel, { request, packets, answer }: Resolved): ReturnOutcome {
  if (answer.approved === "0") {
    if (WRONG_MAC.has(answer.code)) tellRefused(channel, request);
    return readRefused(answer);
  }
  const resolved = elementOf(answer.root, "oosResolveMerchantDataResponse");
  if (answer.approved !== "1" || resolved === undefined) return unknown("not_resolved");
  const payment = signedPayment(request.reference, request.amount);
  const mdStatus = textOf(resolved, "mdStatus") ?? "";
  const { terminal, connection } = channel;
  const mac = textOf(resolved, "mac") ?? "";
  const text = signedResolution(terminal, payment, { mdStatus, mac });
  const isOurs =
    isSigned({ connection, attemptId: request.attemptId }, text) &&
    textOf(resolved, "xid") === payment.xid &&
    textOf(resolved, "amount") === payment.amount &&
    textOf(resolved, "currency") === payment.currency &&
    textOf(resolved, "installment") === installmentText(request.installmentCount);
  if (!isOurs) return { kind: "forged" };
  if (!connection.acceptedMdStatus.includes(mdStatus)) {
    return refusalOfMdStatus(mdStatus, textOf(resolved, "mdErrorMessage"));
  }
  const state = packState({ bankData: packets.bankData });
  return { kind: "authenticated", proof: { mdStatus, eci: "", state } };
}

/**
 * The bank refuses the signature of our own message. Either the packets belong to another payment,
 * which a stranger may bring, or the keys differ, so this is a doubt and no proof.
 */
function tellRefused({ terminal, connection }: Channel, request: ReturnRequest): void {
  const payment = signedPayment(request.reference, request.amount);
  const text = signedResolution(terminal, payment, { mdStatus: "", mac: "" });
  tellSignature({ connection, attemptId: request.attemptId }, text, "bank_says_so");
}

/**
 * Reads a refusal to decrypt. A wrong MAC means that the packets belong to other terms, and a
 * refused terminal ends the authentication. Any other code may pass, so a repeated return may
 * succeed.
 */
function readRefused({ code, message }: Answer): ReturnOutcome {
  if (WRONG_MAC.has(code)) return { kind: "forged" };
  if (!TERMINAL_REFUSED.has(code)) return unknown(`resolve_${code.slice(0, 8)}`);
  return {
    kind: "not_authenticated",
    reason: "three_d_secure_unavailable",
    mdStatus: "0",
    bankMessage: bankText(`${code} ${message}`),
  };
}

function packetsOf({ fields }: ReturnRequest): Packets | undefined {
  const { BankPacket: bankData, MerchantPacket: merchantData, Sign: sign } = fields;
  if (bankData === undefined || merchantData === undefined || sign === undefined) return undefined;
  const areHex = [bankData, merchantData, sign].every((one) => PACKET.test(one));
  return areHex ? { bankData, merchantData, sign } : undefined;
}
