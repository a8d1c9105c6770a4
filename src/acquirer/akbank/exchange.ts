import type { BankTransport } from "../kit/bank-transport.ts";
import { unreachable } from "../kit/ask-bank.ts";
import { decodeBytes } from "../kit/charset.ts";
import { TIMEOUTS } from "../kit/timeouts.ts";
import { readTold, type Told } from "./answer.ts";
import type { Moment, Terminal } from "./request.ts";
import { hashOfBody } from "./signature.ts";

/** A terminal at the bank's addresses. */
export type Line = {
  readonly terminal: Terminal;
  readonly api: string;
  readonly transport: BankTransport;
};

/** Writes a message at the present moment, signs exactly its bytes, and reads the answer. */
export async function tell(
  { terminal, api, transport }: Line,
  write: (moment: Moment) => string,
  timeoutMs: number = TIMEOUTS.chargeMs,
): Promise<Told> {
  const body = write({ terminal, now: transport.clock.now() });
  const answered = await transport.post({
    url: api,
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
      return readTold(answered.status, decodeBytes(answered.body, "utf-8"));
    case "never_sent":
      return { kind: "refused", declined: unreachable(answered.cause) };
    case "no_answer":
      return { kind: "unknown", cause: answered.cause };
  }
}
