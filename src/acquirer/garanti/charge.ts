import type {
  AuthorizeOutcome,
  AuthorizeRequest,
  ChallengedRequest,
  FinalOutcome,
  ReturnFields,
  ReturnOutcome,
} from "../../domain/payment/acquirer.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import { type GateRequest, openCardGate } from "../kit/card-gate.ts";
import { outcomeOf } from "../kit/channel.ts";
import { unpackState } from "../kit/state.ts";
import { type About, readOutcome } from "./answer.ts";
import { type Channel, send } from "./channel.ts";
import { cardForm, challengedMessage, chargeMessage } from "./request.ts";
import { readReturn } from "./return.ts";

export function charge(channel: Channel, request: AuthorizeRequest): Promise<FinalOutcome> {
  return outcomeOf(send(channel, chargeMessage(channel.terminal, request)), (answer) =>
    readOutcome(answer, { ...about(request), hasChallenge: false }),
  );
}

export function openGate(channel: Channel, request: GateRequest): Promise<AuthorizeOutcome> {
  return openCardGate(channel, request, {
    fields: cardForm(channel.terminal, request),
    chargesAtGate: false,
    timeoutMs: TIMEOUTS.inquiryMs,
    readReturn,
    chargeChallenged,
    readRefused,
  });
}

/** Nothing is charged before the return, so a refused form is a definite refusal. */
function readRefused(read: ReturnOutcome, fields: ReturnFields): AuthorizeOutcome {
  if (read.kind === "not_authenticated") {
    const { reason, mdStatus: bankCode, bankMessage = "" } = read;
    return { kind: "declined", reason, bankCode, bankMessage };
  }
  return {
    kind: "declined",
    reason: "three_d_secure_unavailable",
    bankCode: (fields["procreturncode"] ?? "").slice(0, 8),
    bankMessage: bankText(fields["mderrormessage"] ?? fields["errmsg"]),
  };
}

export async function chargeChallenged(
  channel: Channel,
  request: ChallengedRequest,
): Promise<FinalOutcome> {
  const state = unpackState(request.proof.state);
  if (state === undefined) return unknown("bad_state");
  const { cavv = "", xid = "", md = "" } = state;
  const secure3d = { cavv, eci: request.proof.eci, xid, md };
  const message = challengedMessage(channel.terminal, request, secure3d);
  return outcomeOf(send(channel, message), (answer) =>
    readOutcome(answer, { ...about(request), hasChallenge: true }),
  );
}

function about(request: AuthorizeRequest | ChallengedRequest): About {
  const { reference: orderId, kind: step, installmentCount } = request;
  return { about: "authorization", orderId, step, installmentCount };
}
