import type { FinalOutcome } from "../../domain/payment/acquirer.ts";
import { answered, outcomeOfAnswer, type Answered as BankAnswer } from "../kit/answered.ts";
import { askBank } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import type { OpenConnection } from "../kit/protocol.ts";
import { type About, type AlbarakaAnswer, readAnswer, readOutcome } from "./answer.ts";
import type { AlbarakaMessage, AlbarakaTerminal } from "./request.ts";

export const CHARGE_MS = 60_000;
export const INQUIRY_MS = 30_000;

export type Line = {
  readonly terminal: AlbarakaTerminal;
  readonly connection: OpenConnection;
  readonly transport: BankTransport;
};

export type Answered = BankAnswer<AlbarakaAnswer>;

/** Sends a message; only an answer that can be read is returned as one. */
export async function send(
  { connection, transport }: Line,
  { operation, body }: AlbarakaMessage,
  timeoutMs: number,
): Promise<Answered> {
  const text = await askBank(transport, {
    url: `${connection.hosts["api"] ?? ""}/${operation}`,
    contentType: "application/json; charset=utf-8",
    body,
    charset: "utf-8",
    timeoutMs,
  });
  return answered(text, readAnswer);
}

/** The outcome of a message that moves money. */
export function outcomeOf(result: Answered, about: About): FinalOutcome {
  return outcomeOfAnswer(result, (answer) => readOutcome(answer, about));
}
