import { EVIDENCE } from "./evidence.ts";
import type { Acquirer, Capabilities, ConnectionCheck } from "../../domain/payment/acquirer.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { referenceOf } from "../kit/reference.ts";
import type { OpenConnection, Protocol } from "../kit/protocol.ts";
import { isRefusedWith } from "./answer.ts";
import { GARANTI_BANKS, GARANTI_DAY_END } from "./banks.ts";
import { authorize, authorizeChallenged } from "./charge.ts";
import { readGarantiReturn } from "./challenge.ts";
import { ACCOUNT_CODES, NOT_FOUND_CODES } from "./codes.ts";
import { GARANTI_CHECKLIST, GARANTI_CREDENTIALS, terminalOf } from "./credentials.ts";
import { CHARGE_MS, INQUIRY_MS, type Line, send } from "./exchange.ts";
import { follow, inquire, refund, undo } from "./follow.ts";
import { inquiryMessage } from "./request.ts";

/** An order that no attempt can have, for a question that only needs valid credentials. */
const NO_ORDER = "000000000check";

export const garanti: Protocol = {
  name: "garanti",
  title: "Garanti BBVA (GVP)",
  banks: GARANTI_BANKS,
  credentials: GARANTI_CREDENTIALS,
  models: ["3D"],
  marksMailOrder: true,
  checklist: GARANTI_CHECKLIST,
  evidence: EVIDENCE,
  accountCodes: ACCOUNT_CODES,
  open,
};

function open(connection: OpenConnection, transport: BankTransport): Acquirer {
  const terminal = terminalOf(connection);
  const line: Line = { terminal, connection, transport };
  return {
    name: connection.connectionId,
    capabilities: capabilitiesOf(connection),
    referenceOf,
    authorize: (request) => authorize(line, request),
    readReturn: (request) => {
      const { acceptedMdStatus } = connection;
      return Promise.resolve(readGarantiReturn({ terminal, acceptedMdStatus }, request));
    },
    authorizeChallenged: (request) => authorizeChallenged(line, request),
    capture: (request) => follow(line, "postauth", request),
    void: (request) => follow(line, "void", request),
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
    currencies,
    installmentCounts,
    timeouts: { chargeMs: CHARGE_MS, inquiryMs: INQUIRY_MS, settledMs: CHARGE_MS + 30_000 },
    dayEnd: GARANTI_DAY_END,
  };
}

async function check(line: Line): Promise<ConnectionCheck> {
  const message = inquiryMessage(line.terminal, "orderinq", NO_ORDER);
  const answered = await send(line, message, INQUIRY_MS);
  if (answered.kind === "unreachable") return unknown(answered.cause);
  if (answered.kind === "unknown") return answered;
  const { code, reasonCode, detail, isSigned } = answered.answer;
  if (isRefusedWith(answered.answer, NOT_FOUND_CODES)) return { kind: "ready" };
  if (code === "92" && reasonCode !== "9999") {
    return { kind: "refused", code: reasonCode, message: bankText(detail) };
  }
  return unknown(isSigned ? `gateway_${reasonCode.slice(0, 4)}` : "bad_signature");
}
