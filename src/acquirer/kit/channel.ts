import type { Declined, FinalOutcome, Unknown } from "../../domain/payment/acquirer.ts";
import type { OpenConnection } from "./protocol.ts";
import { type BankText, unknown, unreachable } from "./ask-bank.ts";
import type { BankTransport } from "./bank-transport.ts";

/** A terminal at the addresses of its bank. */
export type ChannelOf<Terminal> = {
  readonly terminal: Terminal;
  readonly connection: OpenConnection;
  readonly transport: BankTransport;
};

/** The answer to a message, or the reason why there is none. */
export type BankAnswer<Answer> =
  | { readonly kind: "answer"; readonly answer: Answer }
  /** The message did not reach the bank, or the bank refused it before any processing. */
  | { readonly kind: "refused"; readonly declined: Declined }
  | Unknown;

/** Reads the text of an answer; a text that can't be read is `unknown`. */
export function bankAnswer<Answer>(
  text: BankText,
  read: (text: string) => Answer | undefined,
): BankAnswer<Answer> {
  if (text.kind === "unreachable") return { kind: "refused", declined: unreachable(text.cause) };
  if (text.kind !== "text") return text;
  const answer = read(text.text);
  return answer === undefined ? unknown("unreadable_answer") : { kind: "answer", answer };
}

/** The outcome of a message that moves money. */
export async function outcomeOf<Answer, Outcome = FinalOutcome>(
  sent: Promise<BankAnswer<Answer>>,
  read: (answer: Answer) => Outcome,
): Promise<Outcome | Declined | Unknown> {
  const result = await sent;
  if (result.kind === "answer") return read(result.answer);
  return result.kind === "refused" ? result.declined : result;
}

/** The result of a question: a refusal of the message itself says nothing about what was asked. */
export async function resultOf<Answer, Result>(
  sent: Promise<BankAnswer<Answer>>,
  read: (answer: Answer) => Result,
): Promise<Result | Unknown> {
  const result = await sent;
  if (result.kind === "answer") return read(result.answer);
  if (result.kind === "unknown") return result;
  const { bankCode, bankMessage } = result.declined;
  return unknown(bankCode === "" ? bankMessage : `refused_${bankCode}`);
}
