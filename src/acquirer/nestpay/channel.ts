import { askBank } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { type BankAnswer, bankAnswer, type ChannelOf } from "../kit/channel.ts";
import type { OpenConnection } from "../kit/protocol.ts";
import { type Answer, readAnswer } from "./answer.ts";
import { TIMEOUTS } from "./capabilities.ts";
import { type Terminal, terminalOf } from "./credentials.ts";

export type Channel = ChannelOf<Terminal>;

export function openChannel(connection: OpenConnection, transport: BankTransport): Channel {
  return { terminal: terminalOf(connection), connection, transport };
}

export async function send(
  { connection, transport }: Channel,
  body: string,
  timeoutMs: number = TIMEOUTS.chargeMs,
): Promise<BankAnswer<Answer>> {
  const text = await askBank(transport, {
    url: connection.hosts["api"] ?? "",
    contentType: "application/x-www-form-urlencoded",
    body,
    charset: "windows-1254",
    timeoutMs,
  });
  return bankAnswer(text, readAnswer);
}
