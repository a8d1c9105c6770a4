import { EVIDENCE } from "./evidence.ts";
import type { Acquirer, Capabilities, ConnectionCheck } from "../../domain/payment/acquirer.ts";
import { posnetCurrency } from "../kit/amounts.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { referenceOf } from "../kit/reference.ts";
import type { OpenConnection, Protocol } from "../kit/protocol.ts";
import { POSNET_BANKS, POSNET_DAY_END } from "./banks.ts";
import { authorize, authorizeChallenged } from "./charge.ts";
import { ACCOUNT_CODES, NOT_FOUND_CODES } from "./codes.ts";
import { POSNET_CHECKLIST, POSNET_CREDENTIALS, terminalOf } from "./credentials.ts";
import { CHARGE_MS, INQUIRY_MS, type Line, send } from "./exchange.ts";
import { cancel, capture, inquire, refund, undo } from "./follow.ts";
import { inquiryMessage, orderIdOf } from "./request.ts";
import { readPosnetReturn } from "./return.ts";

/** An order that no attempt can have, for a question that only needs valid credentials. */
const NO_ORDER = orderIdOf("check");

export const posnet: Protocol = {
  name: "posnet",
  title: "Posnet (XML)",
  banks: POSNET_BANKS,
  credentials: POSNET_CREDENTIALS,
  models: ["3D"],
  marksMailOrder: true,
  checklist: POSNET_CHECKLIST,
  evidence: EVIDENCE,
  accountCodes: ACCOUNT_CODES,
  open,
};

function open(connection: OpenConnection, transport: BankTransport): Acquirer {
  const line: Line = { terminal: terminalOf(connection), connection, transport };
  return {
    name: connection.connectionId,
    capabilities: capabilitiesOf(connection),
    referenceOf,
    authorize: (request) => authorize(line, request),
    readReturn: (request) => readPosnetReturn(line, request),
    authorizeChallenged: (request) => authorizeChallenged(line, request),
    capture: (request) => capture(line, request),
    void: (request) => cancel(line, request.original, "auth"),
    refund: (request) => refund(line, request),
    inquire: (inquiry) => inquire(line, inquiry),
    undo: (inquiry) => undo(line, inquiry),
    check: () => check(line),
  };
}

function capabilitiesOf({ currencies, installmentCounts }: OpenConnection): Capabilities {
  return {
    withoutChallenge: true,
    challenge: "auth_then_charge",
    preauth: true,
    leastCapturePercent: 0,
    voidHold: true,
    refund: { partial: true, beforeDayEnd: "any" },
    repeatedAuthorize: "refused",
    repeatedModification: "executed",
    inquiry: { seesRefunds: "all", notFound: "never_arrived" },
    undo: { byReference: true, blocksLate: false },
    currencies: currencies.filter((currency) => posnetCurrency(currency) !== undefined),
    installmentCounts,
    timeouts: { chargeMs: CHARGE_MS, inquiryMs: INQUIRY_MS, settledMs: CHARGE_MS + 30_000 },
    dayEnd: POSNET_DAY_END,
  };
}

async function check(line: Line): Promise<ConnectionCheck> {
  const answered = await send(line, inquiryMessage(line.terminal, NO_ORDER), INQUIRY_MS);
  if (answered.kind === "unreachable") return unknown(answered.cause);
  if (answered.kind === "unknown") return answered;
  const { approved, code, message } = answered.answer;
  if (approved === "1" || NOT_FOUND_CODES.has(code)) return { kind: "ready" };
  return { kind: "refused", code: code.slice(0, 8), message: bankText(message) };
}
