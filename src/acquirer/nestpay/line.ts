import { assert } from "../../kernel/assert.ts";
import type { Approved, Declined, Unknown } from "../../domain/payment/acquirer-outcomes.ts";
import { askBank, unknown, unreachable } from "../kit/ask-bank.ts";
import type { BankTransport } from "../kit/bank-transport.ts";
import type { OpenConnection } from "../kit/protocol.ts";
import { type Answer, type AskedAbout, outcomeOf, readAnswer } from "./answer.ts";
import { inquiryMessage, type Model, type Store } from "./request.ts";

/** The banks' samples wait 90 s for a charge; no bank publishes its own limit. */
export const CHARGE_MS = 90_000;
export const INQUIRY_MS = 30_000;

/** One connection to a store. */
export type Line = {
  readonly connection: OpenConnection;
  readonly transport: BankTransport;
  readonly store: Store;
  readonly model: Model;
};

/** Sends a message that moves money, once. */
export async function charge(
  line: Line,
  body: string,
  asked: AskedAbout,
): Promise<Approved | Declined | Unknown> {
  const answer = await ask(line, body, CHARGE_MS);
  if (!("kind" in answer)) return outcomeOf(answer, asked);
  return answer.kind === "unreachable" ? unreachable(answer.cause) : answer;
}

/** Asks about an order, once. */
export async function askOrder(
  line: Line,
  reference: string,
  what: "ORDERSTATUS" | "ORDERHISTORY",
): Promise<Answer | Unknown> {
  const answer = await ask(line, inquiryMessage(line.store, reference, what), INQUIRY_MS);
  return "kind" in answer && answer.kind === "unreachable" ? unknown(answer.cause) : answer;
}

type NoAnswer = { readonly kind: "unreachable"; readonly cause: string } | Unknown;

async function ask(line: Line, body: string, timeoutMs: number): Promise<Answer | NoAnswer> {
  const answered = await askBank(line.transport, {
    url: hostOf(line.connection, "api"),
    contentType: "application/x-www-form-urlencoded",
    body,
    charset: "windows-1254",
    timeoutMs,
  });
  if (answered.kind !== "text") return answered;
  return readAnswer(answered.text) ?? unknown("unreadable_answer");
}

/** The bank's address for a purpose. */
export function hostOf({ hosts }: OpenConnection, purpose: "api" | "threeD"): string {
  const url = hosts[purpose];
  assert(url !== undefined, `a NestPay bank has an address for ${purpose}`);
  return url;
}
