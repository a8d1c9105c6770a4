import type { FinalOutcome, Unknown } from "../../../payment/acquirer.ts";
import { askBank, unknown, unreachable } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import type { OpenConnection } from "../protocol.ts";
import { type About, type GarantiAnswer, readAnswer, readOutcome } from "./answer.ts";
import type { GarantiMessage, GarantiTerminal } from "./request.ts";
import { securityData } from "./signature.ts";

export const CHARGE_MS = 60_000;
export const INQUIRY_MS = 30_000;

export type Line = {
  readonly terminal: GarantiTerminal;
  readonly connection: OpenConnection;
  readonly transport: BankTransport;
};

export type Answered =
  | { readonly kind: "answer"; readonly answer: GarantiAnswer }
  | { readonly kind: "unreachable"; readonly cause: string }
  | Unknown;

/** Sends a message; only an answer that can be read is returned as one. */
export async function send(
  line: Line,
  message: GarantiMessage,
  timeoutMs: number,
): Promise<Answered> {
  const text = await askBank(line.transport, {
    url: line.connection.hosts["api"] ?? "",
    contentType: "application/xml; charset=utf-8",
    body: message.body,
    charset: "utf-8",
    timeoutMs,
  });
  if (text.kind !== "text") return text;
  const { salePassword, terminalId } = line.terminal;
  // The bank's documents do not say whose password signs the answer to PROVRFN.
  const securities = [message.security, securityData(salePassword, terminalId)];
  const answer = readAnswer(text.text, { orderId: message.orderId, securities });
  return answer === undefined ? unknown("unreadable") : { kind: "answer", answer };
}

/** The outcome of a message that moves money. */
export function outcomeOf(answered: Answered, told: About): FinalOutcome {
  switch (answered.kind) {
    case "answer":
      return readOutcome(answered.answer, told);
    case "unreachable":
      return unreachable(answered.cause);
    default:
      return answered;
  }
}
