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
import { gatewayRefusal } from "./codes.ts";
import { cardForm, challengedMessage, chargeMessage } from "./request.ts";
import { readReturn } from "./return.ts";

export function charge(channel: Channel, request: AuthorizeRequest): Promise<FinalOutcome> {
  const sent = send(channel, (moment) => chargeMessage(moment, request));
  return outcomeOf(sent, (answer) => readCharge(answer, { ...request, hasChallenge: false }));
}

export function openGate(channel: Channel, request: GateRequest): Promise<AuthorizeOutcome> {
  const { terminal, connection, transport } = channel;
  const { model } = connection;
  const chargesAtGate = model !== "3D";
  return openCardGate(channel, request, {
    fields: cardForm({ terminal, now: transport.clock.now() }, { ...request, model }),
    chargesAtGate,
    readReturn,
    chargeChallenged,
    readRefused: (read, { responseCode: bankCode = "", responseMessage: bankMessage = "" }) =>
      refusedAtGate(read, { chargesAtGate, bankCode, bankMessage }, () =>
        gatewayRefusal(bankCode, bankMessage, "authorization"),
      ),
  });
}

export async function chargeChallenged(
  channel: Channel,
  request: ChallengedRequest,
): Promise<FinalOutcome> {
  const { secureId, secureEcomInd, secureData, secureMd } = unpackState(request.proof.state) ?? {};
  if (secureId === undefined || secureEcomInd === undefined) return unknown("no_proof");
  if (secureData === undefined || secureMd === undefined) return unknown("no_proof");
  const secure = { secureId, secureEcomInd, secureData, secureMd };
  const sent = send(channel, (moment) => challengedMessage(moment, request, secure));
  return outcomeOf(sent, (answer) => readCharge(answer, { ...request, hasChallenge: true }));
}
