import type { FinalOutcome, Unknown } from "../../domain/payment/acquirer.ts";
import { unknown, unreachable, type BankText } from "./ask-bank.ts";

/** The result of a message: the answer that was read, or the reason why there is none. */
export type Answered<Answer> =
  | { readonly kind: "answer"; readonly answer: Answer }
  | { readonly kind: "unreachable"; readonly cause: string }
  | Unknown;

/** Reads the text of an answer; a text that can't be read is `unknown`. */
export function answered<Answer>(
  text: BankText,
  read: (text: string) => Answer | undefined,
): Answered<Answer> {
  if (text.kind !== "text") return text;
  const answer = read(text.text);
  return answer === undefined ? unknown("unreadable") : { kind: "answer", answer };
}

/** The outcome of a message that moves money. */
export function outcomeOfAnswer<Answer>(
  result: Answered<Answer>,
  read: (answer: Answer) => FinalOutcome,
): FinalOutcome {
  switch (result.kind) {
    case "answer":
      return read(result.answer);
    case "unreachable":
      return unreachable(result.cause);
    default:
      return result;
  }
}
