import type {
  AuthorizeOutcome,
  AuthorizeRequest,
  ChallengedRequest,
  Declined,
  FinalOutcome,
  ReturnFields,
  Unknown,
} from "../../domain/payment/acquirer.ts";
import { askTwice, unknown, unreachable } from "../kit/ask-bank.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import { relayCardMessage } from "../kit/card-form.ts";
import type { GateRequest } from "../kit/card-gate.ts";
import { outcomeOf } from "../kit/channel.ts";
import { openedChallenge, unprovenAtGate } from "../kit/opened-challenge.ts";
import { packState, unpackState } from "../kit/state.ts";
import { authorizationOf, type BoaResult, type BoaReturn } from "./answer.ts";
import { type Channel, send } from "./channel.ts";
import { notOffered, refusalOf } from "./codes.ts";
import { listOrders } from "./inquiry.ts";
import { amountKey, readSigned } from "./return.ts";

export function charge(_channel: Channel, { kind }: AuthorizeRequest): Promise<Declined> {
  if (kind === "preauth") return Promise.resolve(notOffered("no preauthorization at this bank"));
  const declined = notOffered("no charge without 3-D Secure");
  return Promise.resolve({ ...declined, retry: "with_challenge" });
}

export async function openGate(channel: Channel, request: GateRequest): Promise<AuthorizeOutcome> {
  const { terminal, dialect, transport, connection } = channel;
  if (request.kind === "preauth") return notOffered("no preauthorization at this bank");
  const { returnUrl } = request.challenge;
  const { api } = connection.hosts;
  if (api === undefined) return unreachable("no_address");
  // An ampersand in the address breaks the bank's page.
  if (returnUrl.includes("&")) return notOffered("the return address has an ampersand");
  const { path, contentType, body } = dialect.opening(terminal, request, returnUrl);
  const relayed = await relayCardMessage(transport, {
    url: `${api}${path}`,
    contentType,
    body,
    charset: "utf-8",
    card: request.card,
    returnUrls: [returnUrl],
    timeoutMs: TIMEOUTS.chargeMs,
  });
  return openedChallenge(relayed, {
    state: packState({ amount: amountKey(request.amount) }),
    chargesAtGate: false,
    readReturned: (fields) => refusedAtOnce(readSigned(channel, { ...request, fields }), fields),
  });
}

/** The gate's page sends the browser straight back where it refuses the card or the message. */
function refusedAtOnce(read: BoaReturn, fields: ReturnFields): Declined | Unknown {
  if (read.kind === "forged" || read.isPassed) {
    const { ResponseCode: bankCode, ResponseMessage: bankMessage } = fields;
    const told = { chargesAtGate: false, bankCode, bankMessage };
    return unprovenAtGate(unknown("unexpected_return"), told);
  }
  return refusalOf({ code: read.code, message: read.message, about: "authorization" });
}

export async function chargeChallenged(
  channel: Channel,
  request: ChallengedRequest,
): Promise<FinalOutcome> {
  const { orderId, md } = unpackState(request.proof.state) ?? {};
  if (orderId === undefined || md === undefined) return notOffered("the proof is missing");
  const { reference, amount, installmentCount } = request;
  const { terminal, dialect } = channel;
  const provision = { reference, orderId, amount, installmentCount, md };
  const charged = await outcomeOf(send(channel, dialect.provision(terminal, provision)), (text) => {
    const result = dialect.readResult(terminal, text);
    return result.kind === "unknown" ? result : refusalOfProvision(result, { reference, orderId });
  });
  return charged ?? confirmed(channel, request);
}

/** Returns the reason why an answer is no approval, or undefined for an approval of our charge. */
function refusalOfProvision(
  { code, message, isSuccess, reference, orderId }: BoaResult & { readonly kind: "result" },
  asked: { readonly reference: string; readonly orderId: string },
): Declined | Unknown | undefined {
  if (isSuccess !== (code === "00")) return unknown("contradicting_answer");
  if (!isSuccess) return refusalOf({ code, message, about: "authorization" });
  const isOurs = reference === asked.reference && orderId === asked.orderId;
  return isOurs ? undefined : unknown("foreign_answer");
}

/** The answer has no signed amount, so the bank's list tells amount and authorization number. */
async function confirmed(
  channel: Channel,
  { reference, amount }: ChallengedRequest,
): Promise<FinalOutcome> {
  const list = await askTwice(() => listOrders(channel, reference, amount));
  const outcome = authorizationOf(list, { reference, amount });
  return outcome.kind === "approved" ? outcome : unknown("unconfirmed_approval");
}
