import type { KeyObject } from "node:crypto";
import { type Dispatcher, Pool } from "undici";

import type { Clock } from "../../../kernel/clock.ts";
import type { Secret } from "../../../kernel/secret.ts";
import type {
  Acquirer,
  ChallengeReturn,
  Declined,
  ReturnExpectation,
  ReturnFields,
  Unknown,
} from "../../../payment/acquirer.ts";
import {
  parseAnswer,
  readChallenge,
  readInquiry,
  readMove,
  readReversal,
  type SandboxAnswer,
  unknown,
} from "./answer.ts";
import { type LineAnswer, type LineDeps, post } from "./bank-line.ts";
import { returnReasonOf } from "./codes.ts";
import {
  authorizeMessage,
  challengedMessage,
  enrollMessage,
  followUpMessage,
  referenceMessage,
  type SandboxMessage,
} from "./request.ts";
import { isEqual, signMessage, TerminalKeyring, verifyReturn } from "./signature.ts";

export type SandboxAcquirerOptions = {
  /** The bank's address, as the service reaches it: `http://127.0.0.1:3000/bank`. */
  readonly baseUrl: string;
  /** The secret that terminal keys are derived from, the same as the bank's. */
  readonly masterSecret: Secret;
  /** The longest wait for each of connection, answer and its end. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** In place of the adapter's own connections; it is the caller's to close. */
  readonly dispatcher?: Dispatcher;
};

/** The acquirer of test mode: the simulated bank over its own protocol. */
export type SandboxAcquirer = Acquirer & { close(): Promise<void> };

/** Beyond it requests wait in line; a connection carries one request at a time. */
const CONNECTIONS = 128;

/** Only full authentication is charged; an attempt (mdStatus 4) is not. */
const AUTHENTICATED = "1";

export function createSandboxAcquirer(options: SandboxAcquirerOptions): SandboxAcquirer {
  const base = new URL(options.baseUrl);
  const dispatcher = options.dispatcher ?? newPool(base, options.timeoutMs);
  const line: Line = {
    dispatcher,
    clock: options.clock,
    timeoutMs: options.timeoutMs,
    keyring: new TerminalKeyring(options.masterSecret),
    pathPrefix: `${base.pathname.replace(/\/$/, "")}/api/v1/`,
  };
  return {
    name: "sandbox",
    authorize: async (request) => readOr(await ask(line, authorizeMessage(request)), readMove),
    beginChallenge: async (request) =>
      readOr(await ask(line, enrollMessage(request)), readChallenge),
    readReturn: (expected, fields) => readReturn(line.keyring, expected, fields),
    authorizeChallenged: async (request) =>
      readOr(await ask(line, challengedMessage(request)), readMove),
    inquire: async (attempt) =>
      readOrUnknown(await ask(line, referenceMessage("inquire", attempt)), readInquiry),
    capture: async (request) =>
      readOr(await ask(line, followUpMessage("capture", request)), readMove),
    void: async (request) => readOr(await ask(line, followUpMessage("void", request)), readMove),
    refund: async (request) =>
      readOr(await ask(line, followUpMessage("refund", request)), readMove),
    reverse: async (attempt) =>
      readOrUnknown(await ask(line, referenceMessage("reverse", attempt)), readReversal),
    close: () => (options.dispatcher === undefined ? dispatcher.close() : Promise.resolve()),
  };
}

type Line = LineDeps & { readonly keyring: TerminalKeyring; readonly pathPrefix: string };

type Asked =
  | { readonly kind: "answer"; readonly answer: SandboxAnswer }
  | { readonly kind: "unreachable"; readonly cause: string }
  | Unknown;

async function ask(line: Line, message: SandboxMessage): Promise<Asked> {
  const key = line.keyring.keyOf(message.terminal);
  const timestamp = String(line.clock.now());
  const answered = await post(line, {
    path: line.pathPrefix + message.operation,
    headers: {
      "content-type": "application/json",
      "x-terminal": message.terminal,
      "x-timestamp": timestamp,
      "x-signature": signMessage(key, timestamp, message.body),
    },
    body: message.body,
  });
  if (answered.kind === "never_sent") return { kind: "unreachable", cause: answered.cause };
  if (answered.kind === "no_answer") return unknown(answered.cause);
  return verify(answered, message, key);
}

/** The bank's own answer to this very message, or `unknown`. */
function verify(
  answered: LineAnswer & { readonly kind: "answered" },
  message: SandboxMessage,
  key: KeyObject,
): Asked {
  const { status, headers, body } = answered;
  if (status !== 200) return unknown(`http_${status}`);
  const timestamp = headers["x-timestamp"];
  const signature = headers["x-signature"];
  if (typeof timestamp !== "string" || typeof signature !== "string") return unknown("unsigned");
  if (!isEqual(signature, signMessage(key, timestamp, body))) return unknown("bad_signature");
  const answer = parseAnswer(body);
  if (answer === undefined) return unknown("unreadable");
  // A signed answer to another message proves nothing about this one.
  if (answer.operation !== message.operation || answer.request_id !== message.requestId) {
    return unknown("foreign_answer");
  }
  return { kind: "answer", answer };
}

/** For requests that move money: one that never left has certainly moved none. */
function readOr<Outcome>(
  asked: Asked,
  read: (answer: SandboxAnswer) => Outcome,
): Outcome | Declined | Unknown {
  switch (asked.kind) {
    case "answer":
      return read(asked.answer);
    case "unreachable":
      return {
        kind: "declined",
        reason: "bank_unreachable",
        bankCode: "",
        bankMessage: asked.cause,
      };
    default:
      return asked;
  }
}

/** For questions about a request: not reaching the bank says nothing about it. */
function readOrUnknown<Outcome>(
  asked: Asked,
  read: (answer: SandboxAnswer) => Outcome,
): Outcome | Unknown {
  switch (asked.kind) {
    case "answer":
      return read(asked.answer);
    case "unreachable":
      return unknown(asked.cause);
    default:
      return asked;
  }
}

function readReturn(
  keyring: TerminalKeyring,
  expected: ReturnExpectation,
  fields: ReturnFields,
): ChallengeReturn {
  const signed = verifyReturn(keyring.keyOf(expected.merchantId), fields);
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
    return { kind: "authenticated", proof: { md, mdStatus, eci, cavv } };
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
