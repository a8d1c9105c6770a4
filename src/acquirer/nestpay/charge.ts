import type {
  AcquirerState,
  AuthorizeOutcome,
  AuthorizeRequest,
  ChallengedRequest,
  Declined,
  FinalOutcome,
  ReturnFields,
} from "../../domain/payment/acquirer.ts";
import { unknown } from "../kit/ask-bank.ts";
import { relayCardForm } from "../kit/card-form.ts";
import type { GateRequest } from "../kit/card-gate.ts";
import { outcomeOf } from "../kit/channel.ts";
import { openedChallenge, unprovenAtGate } from "../kit/opened-challenge.ts";
import { unpackState } from "../kit/state.ts";
import { type AskedAbout, readOutcome } from "./answer.ts";
import { TIMEOUTS } from "./capabilities.ts";
import { type Channel, send } from "./channel.ts";
import { challengedMessage, chargeMessage, gateForm } from "./request.ts";
import { challengeState, readReturn } from "./return.ts";

export function charge(channel: Channel, request: AuthorizeRequest): Promise<FinalOutcome> {
  return outcomeOf(send(channel, chargeMessage(channel.terminal, request)), (answer) =>
    readOutcome(answer, chargedBy(request, false)),
  );
}

export async function chargeChallenged(
  channel: Channel,
  request: ChallengedRequest,
): Promise<FinalOutcome> {
  const { md = "", xid = "", eci = "", cavv = "" } = unpackState(request.proof.state) ?? {};
  if (md === "") return unknown("no_proof");
  const message = challengedMessage(channel.terminal, request, { md, xid, eci, cavv });
  return outcomeOf(send(channel, message), (answer) =>
    readOutcome(answer, chargedBy(request, true)),
  );
}

function chargedBy(
  request: Pick<AuthorizeRequest, "kind" | "reference" | "installmentCount">,
  hasChallenge: boolean,
): AskedAbout {
  const { kind, reference, installmentCount } = request;
  return { about: "authorization", reference, type: kind, installmentCount, hasChallenge };
}

/**
 * Opens 3-D Secure. `3d_host` asks for the card at the bank's page, so the browser posts its form;
 * the forms of the other models hold the card, so the server posts them.
 */
export async function openGate(channel: Channel, request: GateRequest): Promise<AuthorizeOutcome> {
  const { connection, transport, terminal } = channel;
  const { model } = connection;
  const url = connection.hosts["threeD"] ?? "";
  const fields = gateForm(terminal, request, model);
  const { returnUrl } = request.challenge;
  const state = challengeState(returnUrl, { type: request.kind, model });
  if (model === "3d_host") {
    const show = { kind: "form", action: url, fields: Object.fromEntries(fields) } as const;
    return { kind: "challenge", show, state };
  }
  const { card } = request;
  const relayed = await relayCardForm(transport, {
    url,
    fields,
    charset: "utf-8",
    card,
    returnUrls: [returnUrl],
    timeoutMs: TIMEOUTS.chargeMs,
  });
  return openedChallenge(relayed, {
    state,
    chargesAtGate: model !== "3d",
    readReturned: (returned) => returnedAtOnce({ channel, request, state }, returned),
  });
}

type Opened = {
  readonly channel: Channel;
  readonly request: GateRequest;
  readonly state: AcquirerState;
};

/** The gate has decided without a page: it refuses the form, or the issuer wants no challenge. */
function returnedAtOnce(
  { channel, request, state }: Opened,
  fields: ReturnFields,
): AuthorizeOutcome {
  const word = readReturn(channel, { ...request, state, method: "POST", fields });
  switch (word.kind) {
    case "authenticated":
      return ownReturn({ channel, request, state }, fields);
    case "decided":
      return word.outcome;
    case "not_authenticated":
      return declinedAtGate(word.mdStatus, word);
    default:
      return unprovenAtGate(unknown(`gate_${word.kind}`), {
        chargesAtGate: channel.connection.model !== "3d",
        reason: fields["ErrorCode"] === WRONG_CARD_FORMAT ? "invalid_card_number" : undefined,
        bankCode: fields["ErrorCode"],
        bankMessage: fields["ErrMsg"] ?? fields["mdErrorMsg"],
      });
  }
}

/** The gate's code for a card number in a wrong format, in a return that echoes not all terms. */
const WRONG_CARD_FORMAT = "HPP-1001";

/** The browser posts the fields of the gate to our own return URL, unless they hold the card. */
function ownReturn({ request, state }: Opened, fields: ReturnFields): AuthorizeOutcome {
  const { challenge, card } = request;
  const hasCard = Object.values(fields).some((value) => value.includes(card.number.reveal()));
  if (hasCard) return unknown("card_in_page");
  return { kind: "challenge", state, show: { kind: "form", action: challenge.returnUrl, fields } };
}

function declinedAtGate(
  mdStatus: string,
  { reason, bankMessage = "" }: Pick<Declined, "reason"> & { bankMessage?: string | undefined },
): Declined {
  return { kind: "declined", reason, bankCode: `mdStatus ${mdStatus}`, bankMessage, retry: "no" };
}
