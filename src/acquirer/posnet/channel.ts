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
  { terminal, connection, transport }: Channel,
  { correlationId, body }: Message,
  timeoutMs: number = TIMEOUTS.chargeMs,
): Promise<BankAnswer<Answer>> {
  const text = await askBank(transport, {
    url: connection.hosts["api"] ?? "",
    contentType: "application/x-www-form-urlencoded; charset=utf-8",
    headers: {
      "x-merchant-id": terminal.merchantNo,
      "x-terminal-id": terminal.terminalNo,
      "x-posnet-id": terminal.posnetId,
      "x-correlation-id": correlationId,
    },
    body,
    charset: "iso-8859-9",
    timeoutMs,
  });
  return bankAnswer(text, readAnswer);
}
