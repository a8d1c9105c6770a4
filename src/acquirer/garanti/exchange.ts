import type { FinalOutcome } from "../../domain/payment/acquirer.ts";
import { answered, outcomeOfAnswer, type Answered as BankAnswer } from "../kit/answered.ts";
import { askBank } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import type { OpenConnection } from "../kit/protocol.ts";
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

export type Answered = BankAnswer<GarantiAnswer>;

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
  const { salePassword, terminalId } = line.terminal;
  // The bank's documents do not say whose password signs the answer to PROVRFN.
  const securities = [message.security, securityData(salePassword, terminalId)];
  const { orderId } = message;
  return answered(text, (content) => readAnswer(content, { orderId, securities }));
}

/** The outcome of a message that moves money. */
export function outcomeOf(result: Answered, told: About): FinalOutcome {
  return outcomeOfAnswer(result, (answer) => readOutcome(answer, told));
}
