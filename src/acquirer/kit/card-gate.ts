import type {
  AuthorizeOutcome,
  AuthorizeRequest,
  ChallengedRequest,
  ChallengeWish,
  FinalOutcome,
  ReturnFields,
  ReturnOutcome,
  ReturnRequest,
} from "../../domain/payment/acquirer.ts";
import { unknown } from "./ask-bank.ts";
import { TIMEOUTS } from "./capabilities.ts";
import { type CardForm, relayCardForm } from "./card-form.ts";
import { challengeState } from "./challenge-terms.ts";
import type { ChannelOf } from "./channel.ts";
import { openedChallenge, type AtGate, unprovenAtGate } from "./opened-challenge.ts";

/** A charge or preauthorization that begins with 3-D Secure. */
export type GateRequest = AuthorizeRequest & { readonly challenge: ChallengeWish };

export type CardGate<Channel> = {
  /** The form with the card. */
  readonly fields: CardForm["fields"];
  /** True if the bank charges at its gate, under the model of the connection. */
  readonly chargesAtGate: boolean;
  readonly timeoutMs?: number;
  readonly readReturn: (channel: Channel, request: ReturnRequest) => ReturnOutcome;
  readonly chargeChallenged: (
    channel: Channel,
    request: ChallengedRequest,
  ) => Promise<FinalOutcome>;
  /** The outcome of a gate that sends the browser back at once without authentication. */
  readonly readRefused: (read: ReturnOutcome, fields: ReturnFields) => AuthorizeOutcome;
};

/** Opens 3-D Secure at a gate that takes the card in a form, which the server posts. */
export async function openCardGate<Channel extends ChannelOf<unknown>>(
  channel: Channel,
  request: GateRequest,
  gate: CardGate<Channel>,
): Promise<AuthorizeOutcome> {
  const { connection, transport } = channel;
  const { chargesAtGate, timeoutMs = TIMEOUTS.chargeMs } = gate;
  const state = challengeState(request, connection.model);
  const relayed = await relayCardForm(transport, {
    url: connection.hosts["threeD"] ?? "",
    fields: gate.fields,
    charset: "utf-8",
    card: request.card,
    returnUrls: [request.challenge.returnUrl],
    timeoutMs,
  });
  return openedChallenge(relayed, {
    state,
    chargesAtGate,
    /** The gate has answered without the customer: it refused, or the card needed no challenge. */
    readReturned: (fields) => {
      const read = gate.readReturn(channel, { ...request, state, method: "POST", fields });
      if (read.kind !== "authenticated") return gate.readRefused(read, fields);
      return gate.chargeChallenged(channel, { ...request, proof: read.proof });
    },
  });
}

/** The outcome of a gate's refusal: by the bank's code where it has one. */
export function refusedAtGate(
  read: ReturnOutcome,
  gate: AtGate,
  refusal: () => AuthorizeOutcome,
): AuthorizeOutcome {
  const isRefused = read.kind === "not_authenticated" && gate.bankCode !== "";
  const told = isRefused ? refusal() : unknown(`gate_${read.kind}`);
  return told.kind === "unknown" ? unprovenAtGate(told, gate) : told;
}
