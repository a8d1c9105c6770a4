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
  const { hostDeviations: deviations } = channel.dialect;
  return outcomeOf(send(channel, chargeMessage(channel.terminal, request)), (answer) =>
    readCharge(answer, { ...request, hasChallenge: false, deviations }),
  );
}

export function openGate(channel: Channel, request: GateRequest): Promise<AuthorizeOutcome> {
  const { terminal, connection, transport, dialect } = channel;
  const { model } = connection;
  const { hostDeviations: deviations } = dialect;
  const chargesAtGate = model !== "3DModel";
  return openCardGate(channel, request, {
    fields: cardForm(terminal, { ...request, model, now: transport.clock.now() }),
    chargesAtGate,
    readReturn,
    chargeChallenged,
    readRefused: (read, { ProcReturnCode: code = "", ErrMsg: message }) =>
      refusedAtGate(read, { chargesAtGate, bankCode: code, bankMessage: message }, () =>
        refusalOf({ code, message, about: "authorization", deviations }),
      ),
  });
}

export async function chargeChallenged(
  channel: Channel,
  request: ChallengedRequest,
): Promise<FinalOutcome> {
  const { requestGuid } = unpackState(request.proof.state) ?? {};
  if (requestGuid === undefined) return unknown("no_proof");
  const { hostDeviations: deviations } = channel.dialect;
  const order = { requestGuid, reference: request.reference };
  return outcomeOf(send(channel, challengedMessage(channel.terminal, order)), (answer) =>
    readCharge(answer, { ...request, hasChallenge: true, deviations }),
  );
}
