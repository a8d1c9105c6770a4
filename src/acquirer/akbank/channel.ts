import { unknown, unreachable } from "../kit/ask-bank.ts";
import type { Unknown } from "../../domain/payment/acquirer.ts";
import type { LineAnswer } from "../kit/bank-line.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import type { BankAnswer, ChannelOf } from "../kit/channel.ts";
import { decodeBytes } from "../kit/charset.ts";
import type { OpenConnection } from "../kit/protocol.ts";
import { type Answer, readAnswer, readReport, type Report } from "./answer.ts";
import { type Terminal, terminalOf } from "./credentials.ts";
import type { Moment } from "./request.ts";
import { hashOfBody } from "./signature.ts";

export type Channel = ChannelOf<Terminal>;

export function openChannel(connection: OpenConnection, transport: BankTransport): Channel {
  return { terminal: terminalOf(connection), connection, transport };
}

/** Writes a message at the present moment, signs exactly its bytes, and reads the answer. */
export async function send(
  channel: Channel,
  write: Write,
  timeoutMs: number = TIMEOUTS.chargeMs,
): Promise<BankAnswer<Answer>> {
  const answered = await post(channel, { purpose: "api", write, timeoutMs });
  switch (answered.kind) {
    case "answered":
      return readAnswer(answered.status, decodeBytes(answered.body, "utf-8"));
    case "never_sent":
      return { kind: "refused", declined: unreachable(answered.cause) };
    case "no_answer":
      return unknown(answered.cause);
  }
}

/** Sends the question for a report, whose answer is packed. */
export async function sendReport(
  channel: Channel,
  write: Write,
  timeoutMs: number,
): Promise<Report | Unknown> {
  const answered = await post(channel, { purpose: "report", write, timeoutMs });
  if (answered.kind !== "answered") return unknown(answered.cause);
  if (answered.status !== 200) return unknown(`http_${answered.status}`);
  return readReport(decodeBytes(answered.body, "utf-8")) ?? unknown("unreadable_answer");
}

type Write = (moment: Moment) => string;

function post(
  { terminal, connection, transport }: Channel,
  sent: { readonly purpose: string; readonly write: Write; readonly timeoutMs: number },
): Promise<LineAnswer> {
  const body = sent.write({ terminal, now: transport.clock.now() });
  return transport.post({
    url: connection.hosts[sent.purpose] ?? "",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      "user-agent": "Vezne",
      "auth-hash": hashOfBody(terminal.secretKey, body),
    },
    body,
    timeoutMs: sent.timeoutMs,
  });
}
