import type { Money } from "../../kernel/money.ts";
import type { AuthorizeRequest, ReturnFields } from "../../domain/payment/acquirer.ts";
import type { SignedText } from "../kit/signed-return.ts";
import type { BoaOrders, BoaResult, BoaReturn } from "./answer.ts";
import type { Terminal } from "./credentials.ts";
import type { Message, Provision, Purchase, ReversalType } from "./request.ts";

/** The messages of one dialect; the order of the messages is the same in all. */
export type BoaDialect = {
  /** The signed text of a return; absent where the bank signs none and its list confirms it. */
  readonly signedReturn?: (
    terminal: Terminal,
    reference: string,
    fields: ReturnFields,
  ) => SignedText;
  opening(terminal: Terminal, request: AuthorizeRequest, returnUrl: string): Message;
  provision(terminal: Terminal, provision: Provision): Message;
  reversal(terminal: Terminal, purchase: Purchase, type: ReversalType): Message;
  list(terminal: Terminal, reference: string): Message;
  readReturn(terminal: Terminal, reference: string, fields: ReturnFields): BoaReturn;
  readResult(terminal: Terminal, text: string): BoaResult;
  readOrders(text: string, amount: Money): BoaOrders;
};
