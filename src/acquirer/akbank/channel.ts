import { unknown, unreachable } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import type { BankAnswer, ChannelOf } from "../kit/channel.ts";
import { decodeBytes } from "../kit/charset.ts";
import type { OpenConnection } from "../kit/protocol.ts";
import { type Answer, readAnswer } from "./answer.ts";
import { type Terminal, terminalOf } from "./credentials.ts";
import type { Moment } from "./request.ts";
import { hashOfBody } from "./signature.ts";

export type Channel = ChannelOf<Terminal>;

export function openChannel(connection: OpenConnection, transport: BankTransport): Channel {
  return { terminal: terminalOf(connection), connection, transport };
}

/** Writes a message at the present moment, signs exactly its bytes, and reads the answer. */
export async function send(
  { terminal, connection, transport }: Channel,
  write: (moment: Moment) => string,
  timeoutMs: number = TIMEOUTS.chargeMs,
): Promise<BankAnswer<Answer>> {
  const body = write({ terminal, now: transport.clock.now() });
  const answered = await transport.post({
    url: connection.hosts["api"] ?? "",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      "user-agent": "Vezne",
      "auth-hash": hashOfBody(terminal.secretKey, body),
    },
    body,
    timeoutMs,
  });
  switch (answered.kind) {
    case "answered":
      return readAnswer(answered.status, decodeBytes(answered.body, "utf-8"));
    case "never_sent":
      return { kind: "refused", declined: unreachable(answered.cause) };
    case "no_answer":
      return unknown(answered.cause);
  }
}
