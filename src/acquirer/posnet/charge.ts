import type {
  AcquirerState,
  AuthorizeOutcome,
  AuthorizeRequest,
  ChallengedRequest,
  FinalOutcome,
} from "../../domain/payment/acquirer.ts";
import { posnetCurrency } from "../kit/amounts.ts";
import { refusedUnsent, unknown } from "../kit/ask-bank.ts";
import { TIMEOUTS } from "../kit/capabilities.ts";
import type { GateRequest } from "../kit/card-gate.ts";
import { notOpened } from "../kit/challenge-terms.ts";
import { outcomeOf } from "../kit/channel.ts";
import { isSameText } from "../kit/constant-time.ts";
import { unpackState } from "../kit/state.ts";
import { elementOf, textOf } from "../kit/xml.ts";
import { type Answer, readOutcome, readRefusal, stateOf } from "./answer.ts";
import { type Channel, send } from "./channel.ts";
import {
  challengedMessage,
  chargeMessage,
  gateMessage,
  installmentText,
  merchantOf,
  signedPayment,
} from "./request.ts";
import { macOfCharged } from "./signature.ts";

/** The bank's limit for the address to which it sends the browser back. */
const RETURN_URL_LENGTH = 255;

export async function charge(channel: Channel, request: AuthorizeRequest): Promise<FinalOutcome> {
  if (posnetCurrency(request.amount.currency) === undefined) {
    return refusedUnsent("no_such_currency");
  }
  const { installmentCount } = request;
  const state = stateOfAttempt(request, false);
  return outcomeOf(send(channel, chargeMessage(channel.terminal, request)), (answer) =>
    readOutcome(answer, { about: "authorization", installmentCount, hasChallenge: false, state }),
  );
}

/**
 * The card goes to the bank first, which encrypts it; the browser's form carries only the encrypted
 * packets.
 */
export async function openGate(channel: Channel, request: GateRequest): Promise<AuthorizeOutcome> {
  const { challenge, amount } = request;
  if (posnetCurrency(amount.currency) === undefined) return refusedUnsent("no_such_currency");
  if (challenge.returnUrl.length > RETURN_URL_LENGTH) return refusedUnsent("return_url_too_long");
  const sent = send(channel, gateMessage(channel.terminal, request), TIMEOUTS.inquiryMs);
  const opened = await outcomeOf(sent, (answer) => readPackets(answer, channel, request));
  return opened.kind === "unknown" ? notOpened(opened) : opened;
}

function readPackets(
  answer: Answer,
  { terminal, connection }: Channel,
  request: GateRequest,
): AuthorizeOutcome {
  if (answer.approved !== "1") return readRefusal(answer, { about: "authorization" });
  const packets = elementOf(answer.root, "oosRequestDataResponse");
  const posnetData = textOf(packets, "data1") ?? "";
  const posnetData2 = textOf(packets, "data2") ?? "";
  const digest = textOf(packets, "sign") ?? "";
  if (posnetData === "" || posnetData2 === "" || digest === "") return unknown("no_packets");
  return {
    kind: "challenge",
    show: {
      kind: "form",
      action: connection.hosts["threeD"] ?? "",
      fields: {
        mid: terminal.merchantNo,
        posnetID: terminal.posnetId,
        posnetData,
        posnetData2,
        digest,
        merchantReturnURL: request.challenge.returnUrl,
        lang: request.challenge.language,
        url: "",
        openANewWindow: "0",
      },
    },
    state: stateOfAttempt(request, true),
  };
}

export async function chargeChallenged(
  channel: Channel,
  request: ChallengedRequest,
): Promise<FinalOutcome> {
  const { bankData } = unpackState(request.proof.state) ?? {};
  if (bankData === undefined) return unknown("bad_state");
  const { terminal } = channel;
  const payment = signedPayment(request.reference, request.amount);
  const isSigned = ({ hostLogKey, mac }: Answer): boolean =>
    isSameText(mac, macOfCharged(merchantOf(terminal), hostLogKey, payment));
  const { installmentCount } = request;
  const about = { about: "authorization", installmentCount, hasChallenge: true } as const;
  const state = stateOfAttempt(request, true);
  return outcomeOf(send(channel, challengedMessage(terminal, payment, bankData)), (answer) =>
    readOutcome(answer, { ...about, state, isSigned }),
  );
}

function stateOfAttempt(
  { reference, kind, installmentCount }: AuthorizeRequest | ChallengedRequest,
  isChallenged: boolean,
): AcquirerState {
  const installments = installmentText(installmentCount);
  return stateOf({ reference, step: kind, isChallenged, installments });
}
