import { type Dispatcher, Pool } from "undici";

import type { Clock } from "../../kernel/clock.ts";
import type { Secret } from "../../kernel/secret.ts";
import { CURRENCY_CODES } from "../../kernel/currency.ts";
import { SECOND } from "../../kernel/clock.ts";
import type {
  Acquirer,
  Capabilities,
  ReturnOutcome,
  ReturnRequest,
} from "../../domain/payment/acquirer.ts";
import { readChallenge, readInquiry, readMove, readUndo } from "./answer.ts";
import { returnReasonOf } from "./codes.ts";
import { ask, type Line, readOr, readOrUnknown } from "./exchange.ts";
import { listMovements } from "./movements.ts";
import { sandboxOffers } from "./offers.ts";
import { writeState } from "./proof-state.ts";
import {
  authorizeMessage,
  challengedMessage,
  enrollMessage,
  modificationMessage,
  initiateMessage,
  referenceMessage,
} from "./request.ts";
import { TerminalKeyring, verifyReturn } from "./signature.ts";

export type SandboxAcquirerOptions = {
  /** The bank's address for the service, for example `http://127.0.0.1:3000/bank`. */
  readonly baseUrl: string;
  /** The secret from which the keys of terminals are derived; the bank has the same secret. */
  readonly masterSecret: Secret;
  /** The time limit, in ms, of each step: to get a connection, an answer's head, and its body. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** The number of ms by which a merchant's sandbox is ahead; without it, none is ahead. */
  readonly aheadMs?: (terminal: string) => number;
  /** Replaces the adapter's own connections; the caller closes it. */
  readonly dispatcher?: Dispatcher;
};

/** The acquirer of test mode: the test bank over its own protocol. */
export type SandboxAcquirer = Acquirer & {
  close(): Promise<void>;
};

/** The most connections to the bank. Each carries one request at a time; further requests wait. */
const CONNECTIONS = 128;

/** The mdStatus of full authentication, which alone is charged; an attempt (mdStatus 4) is not. */
const AUTHENTICATED = "1";

export function createSandboxAcquirer(options: SandboxAcquirerOptions): SandboxAcquirer {
  const base = new URL(options.baseUrl);
  const dispatcher = options.dispatcher ?? newPool(base, options.timeoutMs);
  const line: Line = {
    dispatcher,
    clock: options.clock,
    aheadMs: options.aheadMs ?? (() => 0),
    timeoutMs: options.timeoutMs,
    keyring: new TerminalKeyring(options.masterSecret),
    pathPrefix: `${base.pathname.replace(/\/$/, "")}/api/v1/`,
  };
  return {
    name: "sandbox",
    capabilities: capabilitiesWithin(options.timeoutMs),
    redirects: {
      offers: sandboxOffers,
      begin: async (request) => readOr(await ask(line, initiateMessage(request)), readChallenge),
    },
    referenceOf: (attemptId) => attemptId,
    authorize: async (request) =>
      request.challenge === undefined
        ? readOr(await ask(line, authorizeMessage(request)), readMove)
        : readOr(await ask(line, enrollMessage(request, request.challenge)), readChallenge),
    readReturn: (request) => Promise.resolve(readReturn(line.keyring, request)),
    authorizeChallenged: async (request) =>
      readOr(await ask(line, challengedMessage(request)), readMove),
    inquire: async (attempt) =>
      readOrUnknown(await ask(line, referenceMessage("inquire", attempt)), readInquiry),
    capture: async (request) =>
      readOr(await ask(line, modificationMessage("capture", request)), readMove),
    void: async (request) =>
      readOr(await ask(line, modificationMessage("void", request)), readMove),
    refund: async (request) =>
      readOr(await ask(line, modificationMessage("refund", request)), readMove),
    undo: async (inquiry) =>
      readOrUnknown(await ask(line, referenceMessage("reverse", inquiry)), readUndo),
    movements: (query) => listMovements(line, query),
    close: () => (options.dispatcher === undefined ? dispatcher.close() : Promise.resolve()),
  };
}

/** The longest time, in ms, in which a request can still arrive after its sender gave it up. */
const ARRIVES_WITHIN_MS = 10 * SECOND;
const MOST_INSTALLMENTS = 36;

/** The promises of the test bank: the same answer to a repeated request, and certain undos. */
function capabilitiesWithin(timeoutMs: number): Capabilities {
  return {
    withoutChallenge: true,
    challenge: "auth_then_charge",
    preauth: true,
    leastCapturePercent: 0,
    voidHold: true,
    refund: { partial: true, beforeDayEnd: "any" },
    repeatedAuthorize: "same_answer",
    repeatedModification: "same_answer",
    inquiry: { seesRefunds: "all", notFound: "never_arrived" },
    undo: { byReference: true, blocksLate: true },
    currencies: CURRENCY_CODES,
    installmentCounts: Array.from({ length: MOST_INSTALLMENTS }, (_, index) => index + 1),
    timeouts: {
      chargeMs: timeoutMs,
      inquiryMs: timeoutMs,
      settledMs: timeoutMs + ARRIVES_WITHIN_MS,
    },
    dayEnd: undefined,
  };
}

function readReturn(keyring: TerminalKeyring, expected: ReturnRequest): ReturnOutcome {
  const signed = verifyReturn(keyring.keyOf(expected.merchantId), expected.fields);
  if (
    signed === undefined ||
    signed.request_id !== expected.attemptId ||
    signed.order_id !== expected.orderId ||
    signed.amount !== expected.amount.minor.toString() ||
    signed.currency !== expected.amount.currency
  ) {
    return { kind: "forged" };
  }
  const { md, md_status: mdStatus, eci, cavv, result } = signed;
  if (result === "approve" && mdStatus === AUTHENTICATED) {
    const state = writeState({ md, cavv });
    return { kind: "authenticated", proof: { mdStatus, eci, state } };
  }
  return { kind: "not_authenticated", reason: returnReasonOf(result), mdStatus };
}

function newPool(base: URL, timeoutMs: number): Pool {
  return new Pool(base.origin, {
    connections: CONNECTIONS,
    pipelining: 1,
    connectTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
}
