import { unknown, unreachable } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import type { BankAnswer, ChannelOf } from "../kit/channel.ts";
import { decodeBytes } from "../kit/charset.ts";
import type { OpenConnection } from "../kit/protocol.ts";
import { type Answer, readAnswer } from "./answer.ts";
import { CAPABILITIES } from "./capabilities.ts";
import { type Terminal, terminalOf } from "./credentials.ts";
import type { Message } from "./request.ts";
import { authorization, randomKeyOf } from "./signature.ts";

export type Channel = ChannelOf<Terminal> & {
  /** The number of messages that this channel has sent. */
  readonly sent: { count: number };
};

export function openChannel(connection: OpenConnection, transport: BankTransport): Channel {
  return { terminal: terminalOf(connection), connection, transport, sent: { count: 0 } };
}

/** The address of a path of the interface. */
export function addressOf({ connection }: Pick<Channel, "connection">, path: string): string {
  return `${connection.hosts["api"] ?? ""}${path}`;
}

/** Sends a message, of which exactly the bytes that leave are signed, and reads the answer. */
export function send(
  channel: Channel,
  { path, content }: Message,
  timeoutMs: number = CAPABILITIES.timeouts.chargeMs,
): Promise<BankAnswer<Answer>> {
  return exchange(channel, { path, body: JSON.stringify(content), timeoutMs });
}

/** Asks by a query, which is not signed. */
export function ask(
  channel: Channel,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<BankAnswer<Answer>> {
  const timeoutMs = CAPABILITIES.timeouts.inquiryMs;
  return exchange(channel, { path, query: `?${new URLSearchParams(query)}`, body: "", timeoutMs });
}

type Sent = {
  readonly path: string;
  readonly query?: string;
  readonly body: string;
  readonly timeoutMs: number;
};

async function exchange(
  channel: Channel,
  { path, query = "", body, timeoutMs }: Sent,
): Promise<BankAnswer<Answer>> {
  channel.sent.count += 1;
  const moment = `${channel.transport.clock.now()}${channel.sent.count}`;
  const randomKey = randomKeyOf(channel.terminal, moment + path + body);
  const answered = await channel.transport.post({
    ...(body === "" ? { method: "GET" as const } : {}),
    url: addressOf(channel, path) + query,
    headers: {
      authorization: authorization(channel.terminal, { randomKey, path, body }),
      "x-iyzi-rnd": randomKey,
      accept: "application/json",
      "user-agent": "Vezne",
      ...(body === "" ? {} : { "content-type": "application/json" }),
    },
    body,
    timeoutMs,
  });
  if (answered.kind === "never_sent") {
    return { kind: "refused", declined: unreachable(answered.cause) };
  }
  if (answered.kind === "no_answer") return unknown(answered.cause);
  // The status of HTTP says nothing of the payment: failures come with 200 and with 400.
  if (answered.status >= 500) return unknown(`http_${answered.status}`);
  const answer = readAnswer(decodeBytes(answered.body, "utf-8"));
  if (answer !== undefined) return { kind: "answer", answer };
  return unknown(answered.status === 200 ? "unreadable_answer" : `http_${answered.status}`);
}
