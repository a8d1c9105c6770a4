import type { KeyObject } from "node:crypto";

import type { Declined, Unknown } from "../../domain/payment/acquirer.ts";
import { parseAnswer, type SandboxAnswer, unknown } from "./answer.ts";
import { type LineAnswer, type LineDeps, post } from "../kit/bank-line.ts";
import type { SandboxMessage } from "./request.ts";
import { isEqual, signMessage, type TerminalKeyring } from "./signature.ts";

/** The connection to the bank, with the keys that sign messages. */
export type Line = LineDeps & {
  readonly keyring: TerminalKeyring;
  readonly pathPrefix: string;
  /** The number of ms by which a terminal's time is ahead of the real time. */
  readonly aheadMs: (terminal: string) => number;
};

export type Asked =
  | { readonly kind: "answer"; readonly answer: SandboxAnswer }
  | { readonly kind: "unreachable"; readonly cause: string }
  | Unknown;

/** Sends a message; returns only an answer that the bank has signed for this message. */
export async function ask(line: Line, message: SandboxMessage): Promise<Asked> {
  const key = line.keyring.keyOf(message.terminal);
  const timestamp = timestampOf(line, message.terminal);
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

/** The real time, plus the lead of a sandbox that is ahead, which the bank applies to its clock. */
function timestampOf({ clock, aheadMs }: Line, terminal: string): string {
  const ahead = aheadMs(terminal);
  return ahead === 0 ? String(clock.now()) : `${clock.now()}+${ahead}`;
}

/** Returns the answer if the bank has signed it for this message, otherwise `unknown`. */
function verify(
  answered: LineAnswer & { readonly kind: "answered" },
  message: SandboxMessage,
  key: KeyObject,
): Asked {
  const { status, headers } = answered;
  const body = answered.body.toString();
  if (status !== 200) return unknown(`http_${status}`);
  const timestamp = headers["x-timestamp"];
  const signature = headers["x-signature"];
  if (typeof timestamp !== "string" || typeof signature !== "string") return unknown("unsigned");
  if (!isEqual(signature, signMessage(key, timestamp, body))) return unknown("bad_signature");
  const answer = parseAnswer(body);
  if (answer === undefined) return unknown("unreadable");
  // An answer to another message says nothing about this one, although its signature is valid.
  if (answer.operation !== message.operation || answer.request_id !== message.requestId) {
    return unknown("foreign_answer");
  }
  return { kind: "answer", answer };
}

/** Reads the answer to a request that moves money; a request that was never sent has moved none. */
export function readOr<Outcome>(
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
        retry: "same_request",
      };
    default:
      return asked;
  }
}

/** Reads the answer to an inquiry; if it was never sent, the outcome stays unknown. */
export function readOrUnknown<Outcome>(
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
