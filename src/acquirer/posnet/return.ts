import type { ReturnOutcome, ReturnRequest } from "../../domain/payment/acquirer.ts";
import { askTwice, unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import { isSameText } from "../kit/constant-time.ts";
import { refusalOfMdStatus } from "../kit/md-status.ts";
import { packState } from "../kit/state.ts";
import { elementOf, textOf } from "../kit/xml.ts";
import type { PosnetAnswer } from "./answer.ts";
import { merchantOf } from "./charge.ts";
import { TERMINAL_REFUSED, WRONG_MAC } from "./codes.ts";
import { INQUIRY_MS, type Line, send } from "./exchange.ts";
import { installmentText, type Packets, resolveMessage, signedPayment } from "./request.ts";
import { macOfResolved } from "./signature.ts";

/** The packets are upper-case hexadecimal digits; the bank's own have some hundred of them. */
const PACKET = /^[0-9A-Fa-f]{16,4096}$/;

/**
 * Reads a return by asking the bank to decrypt it. All other fields that the browser brings are
 * for information only, so none of them is read.
 */
export async function readPosnetReturn(line: Line, request: ReturnRequest): Promise<ReturnOutcome> {
  const packets = packetsOf(request);
  if (packets === undefined) return { kind: "forged" };
  const payment = signedPayment(request.reference, request.amount);
  const message = resolveMessage(line.terminal, payment, packets);
  return askTwice(async () => {
    const answered = await send(line, message, INQUIRY_MS);
    if (answered.kind === "unreachable") return unknown(answered.cause);
    if (answered.kind === "unknown") return answered;
    return judge(line, { request, packets, answer: answered.answer });
  });
}

type Resolved = {
  readonly request: ReturnRequest;
  readonly packets: Packets;
  readonly answer: PosnetAnswer;
};

function judge(line: Line, { request, packets, answer }: Resolved): ReturnOutcome {
  if (answer.approved === "0") return readRefused(answer);
  const resolved = elementOf(answer.root, "oosResolveMerchantDataResponse");
  if (answer.approved !== "1" || resolved === undefined) return unknown("not_resolved");
  const payment = signedPayment(request.reference, request.amount);
  const mdStatus = textOf(resolved, "mdStatus") ?? "";
  const mac = macOfResolved(merchantOf(line.terminal), mdStatus, payment);
  const isOurs =
    textOf(resolved, "xid") === payment.xid &&
    textOf(resolved, "amount") === payment.amount &&
    textOf(resolved, "currency") === payment.currency &&
    textOf(resolved, "installment") === installmentText(request.installmentCount) &&
    isSameText(textOf(resolved, "mac") ?? "", mac);
  if (!isOurs) return { kind: "forged" };
  if (!line.connection.acceptedMdStatus.includes(mdStatus)) {
    return refusalOfMdStatus(mdStatus, textOf(resolved, "mdErrorMessage"));
  }
  const state = packState({ bankData: packets.bankData });
  return { kind: "authenticated", proof: { mdStatus, eci: "", state } };
}

/**
 * Reads a refusal to decrypt. Only a wrong MAC says that the packets belong to other terms. The
 * refusal of the terminal ends the authentication; every other code may be gone at the next return.
 */
function readRefused({ code, message }: PosnetAnswer): ReturnOutcome {
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
