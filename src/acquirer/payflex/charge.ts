import type {
  AuthorizeRequest,
  Challenge,
  ChallengedRequest,
  Declined,
  FinalOutcome,
} from "../../domain/payment/acquirer.ts";
import type { GateRequest } from "../kit/card-gate.ts";
import { notOpened } from "../kit/challenge-terms.ts";
import { outcomeOf } from "../kit/channel.ts";
import { readVpos } from "./answer.ts";
import { type Channel, send } from "./channel.ts";
import { readEnrolment } from "./enrolment.ts";
import { brandCode, challengedMessage, chargeMessage, gateMessage } from "./request.ts";
import { readProof } from "./return.ts";

export function charge(channel: Channel, request: AuthorizeRequest): Promise<FinalOutcome> {
  return sendCharge(channel, request, chargeMessage(channel.terminal, request));
}

export async function openGate(
  channel: Channel,
  request: GateRequest,
): Promise<Challenge | Declined> {
  const brand = brandCode(request.card.number);
  if (brand === undefined) return unavailable("this bank has no 3-D Secure for the card's scheme");
  const { returnUrl } = request.challenge;
  const message = gateMessage(channel.terminal, request, { brand, returnUrl });
  const enrolled = await outcomeOf(send(channel, "mpi", message), (text) =>
    readEnrolment(text, request),
  );
  return enrolled.kind === "unknown" ? notOpened(enrolled) : enrolled;
}

export async function chargeChallenged(
  channel: Channel,
  request: ChallengedRequest,
): Promise<FinalOutcome> {
  const proof = readProof(request.proof.state);
  if (proof === undefined) return unavailable("the values of 3-D Secure are missing");
  return sendCharge(channel, request, challengedMessage(channel.terminal, request, proof));
}

function sendCharge(
  channel: Channel,
  { kind, reference, amount }: AuthorizeRequest | ChallengedRequest,
  message: string,
): Promise<FinalOutcome> {
  const { merchantId } = channel.terminal;
  const type = kind === "sale" ? "Sale" : "Auth";
  return outcomeOf(send(channel, "vpos", message), (text) =>
    readVpos(text, { type, merchantId, reference, amount }),
  );
}

function unavailable(bankMessage: string): Declined {
  return {
    kind: "declined",
    reason: "three_d_secure_unavailable",
    bankCode: "",
    bankMessage,
    retry: "no",
  };
}
