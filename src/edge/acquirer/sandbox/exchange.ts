import type { KeyObject } from "node:crypto";

import type { Declined, Unknown } from "../../../payment/acquirer.ts";
import { parseAnswer, type SandboxAnswer, unknown } from "./answer.ts";
import { type LineAnswer, type LineDeps, post } from "./bank-line.ts";
import type { SandboxMessage } from "./request.ts";
import { isEqual, signMessage, type TerminalKeyring } from "./signature.ts";

/** The way to the bank, with the keys that messages are signed with. */
export type Line = LineDeps & {
  readonly keyring: TerminalKeyring;
  readonly pathPrefix: string;
  /** How far a terminal's time is ahead of the real one. */
  readonly aheadMs: (terminal: string) => number;
};

export type Asked =
  | { readonly kind: "answer"; readonly answer: SandboxAnswer }
  | { readonly kind: "unreachable"; readonly cause: string }
  | Unknown;

/** Asks, and gives only what the bank itself answered to this very message. */
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

/** The real time and, of a sandbox that was moved ahead, by how much: the bank goes by it. */
function timestampOf({ clock, aheadMs }: Line, terminal: string): string {
  const ahead = aheadMs(terminal);
  return ahead === 0 ? String(clock.now()) : `${clock.now()}+${ahead}`;
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
      };
    default:
      return asked;
  }
}

/** For questions about a request: not reaching the bank says nothing about it. */
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
