import type { FinalOutcome } from "../../domain/payment/acquirer.ts";
import { answered, outcomeOfAnswer, type Answered as BankAnswer } from "../kit/answered.ts";
import { askBank } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import type { OpenConnection } from "../kit/protocol.ts";
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

export type Answered = BankAnswer<PosnetAnswer>;

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
  return answered(text, readAnswer);
}

/** The outcome of a message that moves money. */
export function outcomeOf(result: Answered, about: About): FinalOutcome {
  return outcomeOfAnswer(result, (answer) => readOutcome(answer, about));
}
