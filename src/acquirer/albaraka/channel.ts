import { askBank } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import { type BankAnswer, bankAnswer, type ChannelOf } from "../kit/channel.ts";
import type { OpenConnection } from "../kit/protocol.ts";
import { type Answer, readAnswer } from "./answer.ts";
import { type Terminal, terminalOf } from "./credentials.ts";
import type { Message } from "./request.ts";

export type Channel = ChannelOf<Terminal>;

export function openChannel(connection: OpenConnection, transport: BankTransport): Channel {
  return { terminal: terminalOf(connection), connection, transport };
}

export async function send(
  { connection, transport }: Channel,
  { operation, body }: Message,
  timeoutMs: number = TIMEOUTS.chargeMs,
): Promise<BankAnswer<Answer>> {
  const text = await askBank(transport, {
    url: `${connection.hosts["api"] ?? ""}/${operation}`,
    contentType: "application/json; charset=utf-8",
    body,
    charset: "utf-8",
    timeoutMs,
  });
  return bankAnswer(text, readAnswer);
}
