import type { AuthorizeOutcome, Declined } from "../../domain/payment/acquirer-outcomes.ts";
import type { AuthorizeRequest, ChallengeWish } from "../../domain/payment/acquirer-requests.ts";
import { unknown } from "../kit/ask-bank.ts";
import { relayCardForm } from "../kit/card-form.ts";
import { openedChallenge, unprovenAtGate } from "../kit/opened-challenge.ts";
import { challengeState, readReturn, type ReturnRules } from "./challenge.ts";
import { CHARGE_MS, hostOf, type Line } from "./line.ts";
import { gateForm } from "./request.ts";

/**
 * Opens 3-D Secure. `3d_host` asks for the card at the bank's page, so the browser posts its form;
 * the forms of the other models hold the card, so the server posts them.
 */
export async function openChallenge(
  { line, rules }: { readonly line: Line; readonly rules: ReturnRules },
  request: AuthorizeRequest & { readonly challenge: ChallengeWish },
): Promise<AuthorizeOutcome> {
  const { connection, transport, store, model } = line;
  const url = hostOf(connection, "threeD");
  const fields = gateForm(store, request, model);
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
    timeoutMs: CHARGE_MS,
  });
  return openedChallenge(relayed, {
    state,
    chargesAtGate: model !== "3d",
    readReturned: (returned) => returnedAtOnce({ rules, request, state }, returned),
  });
}

type Opened = {
  readonly rules: ReturnRules;
  readonly request: AuthorizeRequest & { readonly challenge: ChallengeWish };
  readonly state: ReturnType<typeof challengeState>;
};

/** The gate has decided without a page: it refuses the form, or the issuer wants no challenge. */
function returnedAtOnce(
  { rules, request, state }: Opened,
  fields: Readonly<Record<string, string>>,
): AuthorizeOutcome {
  const word = readReturn(rules, { ...request, state, method: "POST", fields });
  switch (word.kind) {
    case "authenticated":
      return ownReturn({ rules, request, state }, fields);
    case "decided":
      return word.outcome;
    case "not_authenticated":
      return declinedAtGate(word.mdStatus, word);
    default:
      return unprovenAtGate(unknown(`gate_${word.kind}`), {
        chargesAtGate: rules.model !== "3d",
        reason: fields["ErrorCode"] === WRONG_CARD_FORMAT ? "invalid_card_number" : undefined,
        bankCode: fields["ErrorCode"],
        bankMessage: fields["ErrMsg"],
      });
  }
}

/** The gate's code for a card number in a wrong format, in a return that echoes not all terms. */
const WRONG_CARD_FORMAT = "HPP-1001";

/** The browser posts the fields of the gate to our own return URL, unless they hold the card. */
function ownReturn(
  { request, state }: Opened,
  fields: Readonly<Record<string, string>>,
): AuthorizeOutcome {
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
