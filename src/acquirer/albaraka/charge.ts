import type { AuthorizeRequest, FinalOutcome } from "../../domain/payment/acquirer.ts";
import { posnetCurrency } from "../kit/amounts.ts";
import { refusedUnsent } from "../kit/ask-bank.ts";
import { outcomeOf } from "../kit/channel.ts";
import { readOutcome, stateOf } from "./answer.ts";
import { type Channel, send } from "./channel.ts";
import { chargeMessage } from "./request.ts";

export async function charge(channel: Channel, request: AuthorizeRequest): Promise<FinalOutcome> {
  const { reference, kind: step, amount, installmentCount } = request;
  if (posnetCurrency(amount.currency) === undefined) return refusedUnsent("no_such_currency");
  const state = stateOf({ reference, step, installments: String(installmentCount) });
  return outcomeOf(send(channel, chargeMessage(channel.terminal, request)), (answer) =>
    readOutcome(answer, { about: "authorization", installmentCount, state }),
  );
}
