import { EVIDENCE } from "./evidence.ts";
import type {
  Acquirer,
  AuthorizeOutcome,
  AuthorizeRequest,
  Capabilities,
  ConnectionCheck,
} from "../../domain/payment/acquirer.ts";
import { posnetCurrency } from "../kit/amounts.ts";
import { refusedUnsent, unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { paddedReference, referenceOf } from "../kit/reference.ts";
import type { OpenConnection, Protocol } from "../kit/protocol.ts";
import { stateOf } from "./answer.ts";
import { ALBARAKA_BANKS, ALBARAKA_DAY_END } from "./banks.ts";
import { ACCOUNT_CODES, NOT_FOUND_CODES } from "./codes.ts";
import { ALBARAKA_CHECKLIST, ALBARAKA_CREDENTIALS, terminalOf } from "./credentials.ts";
import { CHARGE_MS, INQUIRY_MS, type Line, outcomeOf, send } from "./exchange.ts";
import { cancel, capture, inquire, refund, undo } from "./follow.ts";
import { authorizeMessage, inquiryMessage } from "./request.ts";

/** An order that no attempt can have, for a question that only needs valid credentials. */
const NO_ORDER = paddedReference("check", 20);

/**
 * Without 3-D Secure, because the bank signs neither the order nor the amount of a return: the
 * proof of one payment could be used for another one.
 */
export const albaraka: Protocol = {
  name: "albaraka",
  title: "Posnet (JSON)",
  banks: ALBARAKA_BANKS,
  credentials: ALBARAKA_CREDENTIALS,
  models: [],
  checklist: ALBARAKA_CHECKLIST,
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
    readReturn: () => Promise.resolve({ kind: "forged" }),
    authorizeChallenged: () => Promise.resolve(refusedUnsent("no_three_d_secure")),
    capture: (request) => capture(line, request),
    void: (request) => cancel(line, request.original),
    refund: (request) => refund(line, request),
    inquire: (inquiry) => inquire(line, inquiry),
    undo: (inquiry) => undo(line, inquiry),
    check: () => check(line),
  };
}

function capabilitiesOf({ currencies, installmentCounts }: OpenConnection): Capabilities {
  return {
    withoutChallenge: true,
    challenge: "none",
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
    dayEnd: ALBARAKA_DAY_END,
  };
}

async function authorize(line: Line, request: AuthorizeRequest): Promise<AuthorizeOutcome> {
  const { reference, kind: step, amount, installmentCount, challenge } = request;
  if (challenge !== undefined) return refusedUnsent("no_three_d_secure");
  if (posnetCurrency(amount.currency) === undefined) return refusedUnsent("no_such_currency");
  const answered = await send(line, authorizeMessage(line.terminal, request), CHARGE_MS);
  const state = stateOf({ reference, step, installments: String(installmentCount) });
  return outcomeOf(answered, { about: "authorization", installmentCount, state });
}

async function check(line: Line): Promise<ConnectionCheck> {
  const answered = await send(line, inquiryMessage(line.terminal, NO_ORDER), INQUIRY_MS);
  if (answered.kind === "unreachable") return unknown(answered.cause);
  if (answered.kind === "unknown") return answered;
  const { code, message } = answered.answer;
  if (NOT_FOUND_CODES.has(code)) return { kind: "ready" };
  return { kind: "refused", code: code.slice(0, 8), message: bankText(message) };
}
