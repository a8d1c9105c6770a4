import type {
  AuthorizeOutcome,
  AuthorizeRequest,
  ChallengedRequest,
  FinalOutcome,
} from "../../domain/payment/acquirer.ts";
import { unknown } from "../kit/ask-bank.ts";
import { type GateRequest, openCardGate, refusedAtGate } from "../kit/card-gate.ts";
import { outcomeOf } from "../kit/channel.ts";
import { unpackState } from "../kit/state.ts";
import { readCharge } from "./answer.ts";
import { type Channel, send } from "./channel.ts";
import { refusalOf } from "./codes.ts";
import { cardForm, challengedMessage, chargeMessage } from "./request.ts";
import { readReturn } from "./return.ts";

export function charge(channel: Channel, request: AuthorizeRequest): Promise<FinalOutcome> {
  return outcomeOf(send(channel, chargeMessage(channel.terminal, request)), (answer) =>
    readCharge(answer, { ...request, hasChallenge: false }),
  );
}

export function openGate(channel: Channel, request: GateRequest): Promise<AuthorizeOutcome> {
  const now = channel.transport.clock.now();
  return openCardGate(channel, request, {
    fields: cardForm(channel.terminal, { ...request, now }),
    chargesAtGate: false,
    readReturn,
    chargeChallenged,
    readRefused: (read, { ProcReturnCode: code = "", ErrorMessage: message }) =>
      refusedAtGate(read, { chargesAtGate: false, bankCode: code, bankMessage: message }, () =>
        refusalOf({ code, message, about: "authorization" }),
      ),
  });
}

export async function chargeChallenged(
  channel: Channel,
  request: ChallengedRequest,
): Promise<FinalOutcome> {
  const { md, payerTxnId, eci, cavv } = unpackState(request.proof.state) ?? {};
  if (md === undefined || payerTxnId === undefined) return unknown("no_proof");
  if (eci === undefined || cavv === undefined) return unknown("no_proof");
  const message = challengedMessage(channel.terminal, request, { md, payerTxnId, eci, cavv });
  return outcomeOf(send(channel, message), (answer) =>
    readCharge(answer, { ...request, hasChallenge: true }),
  );
}
