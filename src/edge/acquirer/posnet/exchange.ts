import type { FinalOutcome, Unknown } from "../../../payment/acquirer.ts";
import { askBank, unknown, unreachable } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import type { OpenConnection } from "../protocol.ts";
import { type About, type PosnetAnswer, readAnswer, readOutcome } from "./answer.ts";
import type { PosnetMessage, PosnetTerminal } from "./request.ts";

/** The bank itself waits up to 45 seconds for the issuer. */
export const CHARGE_MS = 60_000;
export const INQUIRY_MS = 30_000;

export type Line = {
  readonly terminal: PosnetTerminal;
  readonly connection: OpenConnection;
  readonly transport: BankTransport;
};

export type Answered =
  | { readonly kind: "answer"; readonly answer: PosnetAnswer }
  | { readonly kind: "unreachable"; readonly cause: string }
  | Unknown;

/** Sends a message; only an answer that can be read is returned as one. */
export async function send(
  { terminal, connection, transport }: Line,
  message: PosnetMessage,
  timeoutMs: number,
): Promise<Answered> {
  const text = await askBank(transport, {
    url: connection.hosts["api"] ?? "",
    contentType: "application/x-www-form-urlencoded; charset=utf-8",
    headers: {
      "x-merchant-id": terminal.merchantNo,
      "x-terminal-id": terminal.terminalNo,
      "x-posnet-id": terminal.posnetId,
      "x-correlation-id": message.correlationId,
    },
    body: message.body,
    charset: "iso-8859-9",
    timeoutMs,
  });
  if (text.kind !== "text") return text;
  const answer = readAnswer(text.text);
  return answer === undefined ? unknown("unreadable") : { kind: "answer", answer };
}

/** The outcome of a message that moves money. */
export function outcomeOf(answered: Answered, about: About): FinalOutcome {
  switch (answered.kind) {
    case "answer":
      return readOutcome(answered.answer, about);
    case "unreachable":
      return unreachable(answered.cause);
    default:
      return answered;
  }
}
