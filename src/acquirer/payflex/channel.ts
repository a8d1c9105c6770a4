import type { Capabilities } from "../../domain/payment/acquirer.ts";
import { askBank, unreachable } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { capabilitiesOf } from "../kit/capabilities.ts";
import { type BankAnswer, bankAnswer, type ChannelOf } from "../kit/channel.ts";
import type { OpenConnection } from "../kit/protocol.ts";
import { CAPABILITIES } from "./capabilities.ts";
import { type Terminal, terminalOf } from "./credentials.ts";

export type Channel = ChannelOf<Terminal> & { readonly capabilities: Capabilities };

export function openChannel(connection: OpenConnection, transport: BankTransport): Channel {
  const capabilities = capabilitiesOf(connection, CAPABILITIES);
  return { terminal: terminalOf(connection), connection, transport, capabilities };
}

/** Returns the text of the answer, whose form depends on the host. */
export async function send(
  { connection, transport, capabilities }: Channel,
  host: "vpos" | "mpi" | "search",
  body: string,
): Promise<BankAnswer<string>> {
  const { chargeMs, inquiryMs } = capabilities.timeouts;
  const url = connection.hosts[host];
  if (url === undefined) return { kind: "refused", declined: unreachable("no_address") };
  const text = await askBank(transport, {
    url,
    contentType: "application/x-www-form-urlencoded; charset=utf-8",
    body,
    charset: "utf-8",
    timeoutMs: host === "search" ? inquiryMs : chargeMs,
  });
  return bankAnswer(text, (answer) => answer);
}
