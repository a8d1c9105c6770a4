import { askBank, unreachable } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import { type BankAnswer, bankAnswer, type ChannelOf } from "../kit/channel.ts";
import type { OpenConnection } from "../kit/protocol.ts";
import { type Terminal, terminalOf } from "./credentials.ts";
import type { BoaDialect } from "./dialect.ts";
import { jsonDialect } from "./json-dialect.ts";
import type { Message } from "./request.ts";
import { xmlDialect } from "./xml-dialect.ts";

export type Channel = ChannelOf<Terminal> & { readonly dialect: BoaDialect };

export function openChannel(connection: OpenConnection, transport: BankTransport): Channel {
  // Vakıf Katılım has the older form, KTPay of Kuveyt Türk the other one.
  const dialect = connection.bank === "vakifkatilim" ? xmlDialect : jsonDialect;
  return { terminal: terminalOf(connection), connection, transport, dialect };
}

/** Returns the text of the answer, which the dialect reads. */
export async function send(
  { connection, transport }: Channel,
  { path, contentType, body }: Message,
  timeoutMs: number = TIMEOUTS.chargeMs,
): Promise<BankAnswer<string>> {
  const { api } = connection.hosts;
  // No test system of Vakıf Katılım is known, so a connection may have no address.
  if (api === undefined) return { kind: "refused", declined: unreachable("no_address") };
  const text = await askBank(transport, {
    url: `${api}${path}`,
    contentType,
    body,
    charset: "utf-8",
    timeoutMs,
  });
  return bankAnswer(text, (answer) => answer);
}
