import type {
  AuthorizeOutcome,
  AuthorizeRequest,
  ChallengedRequest,
  ChallengeWish,
  FinalOutcome,
  ReturnFields,
} from "../../domain/payment/acquirer.ts";
import { unknown } from "../kit/ask-bank.ts";
import { bankText } from "../kit/bank-text.ts";
import { relayCardForm } from "../kit/card-form.ts";
import { openedChallenge } from "../kit/opened-challenge.ts";
import { unpackState } from "../kit/state.ts";
import type { About } from "./answer.ts";
import { challengeFields, readGarantiReturn } from "./challenge.ts";
import { CHARGE_MS, INQUIRY_MS, type Line, send, outcomeOf } from "./exchange.ts";
import { authorizeMessage, challengedMessage } from "./request.ts";

export async function authorize(line: Line, request: AuthorizeRequest): Promise<AuthorizeOutcome> {
  if (request.challenge !== undefined) return challenge(line, request, request.challenge);
  const answered = await send(line, authorizeMessage(line.terminal, request), CHARGE_MS);
  return outcomeOf(answered, { ...about(request), hasChallenge: false });
}

async function challenge(
  line: Line,
  request: AuthorizeRequest,
  wish: ChallengeWish,
): Promise<AuthorizeOutcome> {
  const relayed = await relayCardForm(line.transport, {
    url: line.connection.hosts["threeD"] ?? "",
    fields: challengeFields(line.terminal, request, wish),
    charset: "utf-8",
    card: request.card,
    returnUrls: [wish.returnUrl],
    timeoutMs: INQUIRY_MS,
  });
  return openedChallenge(relayed, {
    chargesAtGate: false,
    readReturned: (fields) => readReturned(line, request, fields),
  });
}

/** The bank decided without the customer: it refused the form, or no code was needed. */
async function readReturned(
  line: Line,
  request: AuthorizeRequest,
  fields: ReturnFields,
): Promise<AuthorizeOutcome> {
  const { terminal, connection } = line;
  const returned = readGarantiReturn(
    { terminal, acceptedMdStatus: connection.acceptedMdStatus },
    { ...request, state: undefined, method: "POST", fields },
  );
  switch (returned.kind) {
    case "authenticated":
      return authorizeChallenged(line, { ...request, proof: returned.proof });
    case "not_authenticated":
      return {
        kind: "declined",
        reason: returned.reason,
        bankCode: returned.mdStatus,
        bankMessage: returned.bankMessage ?? "",
      };
    default:
      // Nothing is charged before the return, so a refused form is a definite refusal.
      return {
        kind: "declined",
        reason: "three_d_secure_unavailable",
        bankCode: (fields["procreturncode"] ?? "").slice(0, 8),
        bankMessage: bankText(fields["mderrormessage"] ?? fields["errmsg"]),
      };
  }
}

export async function authorizeChallenged(
  line: Line,
  request: ChallengedRequest,
): Promise<FinalOutcome> {
  const state = unpackState(request.proof.state);
  if (state === undefined) return unknown("bad_state");
  const { cavv = "", xid = "", md = "" } = state;
  const secure3d = { cavv, eci: request.proof.eci, xid, md };
  const message = challengedMessage(line.terminal, request, secure3d);
  return outcomeOf(await send(line, message, CHARGE_MS), { ...about(request), hasChallenge: true });
}

function about(request: AuthorizeRequest | ChallengedRequest): About {
  const { reference: orderId, kind: step, installmentCount } = request;
  return { about: "authorization", orderId, step, installmentCount };
}
