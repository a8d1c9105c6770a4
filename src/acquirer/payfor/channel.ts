import { askBank } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import { type BankAnswer, bankAnswer, type ChannelOf } from "../kit/channel.ts";
import type { OpenConnection } from "../kit/protocol.ts";
import { type Answer, readAnswer } from "./answer.ts";
import { type Dialect, dialectOf } from "./banks.ts";
import { type Terminal, terminalOf } from "./credentials.ts";

export type Channel = ChannelOf<Terminal> & { readonly dialect: Dialect };

export function openChannel(connection: OpenConnection, transport: BankTransport): Channel {
  const dialect = dialectOf(connection.bank);
  return { terminal: terminalOf(connection, dialect.mbrId), connection, transport, dialect };
}

export async function send(
  { connection, transport }: Channel,
  body: string,
  timeoutMs: number = TIMEOUTS.chargeMs,
): Promise<BankAnswer<Answer>> {
  const text = await askBank(transport, {
    url: connection.hosts["api"] ?? "",
    contentType: "text/xml; charset=UTF-8",
    body,
    charset: "utf-8",
    timeoutMs,
  });
  return bankAnswer(text, readAnswer);
}
