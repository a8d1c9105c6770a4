import type { Money } from "../../kernel/money.ts";
import type { AuthorizeRequest, ReturnFields } from "../../domain/payment/acquirer.ts";
import type { BoaOrders, BoaResult, BoaReturn } from "./answer.ts";
import type { Terminal } from "./credentials.ts";
import type { Message, Provision, Purchase, ReversalType } from "./request.ts";

/** The messages of one dialect; the order of the messages is the same in all. */
export type BoaDialect = {
  /** True if the bank signs the return; otherwise its own list must confirm it. */
  readonly signsReturn: boolean;
  opening(terminal: Terminal, request: AuthorizeRequest, returnUrl: string): Message;
  provision(terminal: Terminal, provision: Provision): Message;
  reversal(terminal: Terminal, purchase: Purchase, type: ReversalType): Message;
  list(terminal: Terminal, reference: string): Message;
  readReturn(terminal: Terminal, reference: string, fields: ReturnFields): BoaReturn;
  readResult(terminal: Terminal, text: string): BoaResult;
  readOrders(text: string, amount: Money): BoaOrders;
};
