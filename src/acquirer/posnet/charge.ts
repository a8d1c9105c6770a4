import type {
  AcquirerState,
  AuthorizeOutcome,
  AuthorizeRequest,
  ChallengedRequest,
  ChallengeWish,
  FinalOutcome,
} from "../../domain/payment/acquirer.ts";
import { posnetCurrency } from "../kit/amounts.ts";
import { refusedUnsent, unknown, unreachable } from "../kit/ask-bank.ts";
import { notOpened } from "../kit/challenge-terms.ts";
import { isSameText } from "../kit/constant-time.ts";
import { unpackState } from "../kit/state.ts";
import { elementOf, textOf } from "../kit/xml.ts";
import { type PosnetAnswer, readRefusal, stateOf } from "./answer.ts";
import { CHARGE_MS, INQUIRY_MS, type Line, outcomeOf, send } from "./exchange.ts";
import {
  authorizeMessage,
  challengedMessage,
  challengeMessage,
  installmentText,
  type PosnetTerminal,
  signedPayment,
} from "./request.ts";
import { macOfCharged, signingMerchant } from "./signature.ts";

/** The bank's limit for the address to which it sends the browser back. */
const RETURN_URL_LENGTH = 255;

export async function authorize(line: Line, request: AuthorizeRequest): Promise<AuthorizeOutcome> {
  const { currency } = request.amount;
  if (posnetCurrency(currency) === undefined) return refusedUnsent("no_such_currency");
  if (request.challenge !== undefined) return challenge(line, request, request.challenge);
  const answered = await send(line, authorizeMessage(line.terminal, request), CHARGE_MS);
  const { installmentCount } = request;
  return outcomeOf(answered, {
    about: "authorization",
    installmentCount,
    hasChallenge: false,
    state: stateOfAttempt(request, false),
  });
}

/** The bank encrypts the card, so the form of the browser carries only what the bank can read. */
async function challenge(
  line: Line,
  request: AuthorizeRequest,
  wish: ChallengeWish,
): Promise<AuthorizeOutcome> {
  if (wish.returnUrl.length > RETURN_URL_LENGTH) return refusedUnsent("return_url_too_long");
  const answered = await send(line, challengeMessage(line.terminal, request), INQUIRY_MS);
  if (answered.kind === "unreachable") return unreachable(answered.cause);
  if (answered.kind === "unknown") return notOpened(answered);
  const { answer } = answered;
  if (answer.approved !== "1") return readRefusal(answer, { about: "authorization" });
  const packets = elementOf(answer.root, "oosRequestDataResponse");
  const posnetData = textOf(packets, "data1") ?? "";
  const posnetData2 = textOf(packets, "data2") ?? "";
  const digest = textOf(packets, "sign") ?? "";
  if (posnetData === "" || posnetData2 === "" || digest === "")
    return notOpened(unknown("no_packets"));
  const { merchantNo, posnetId } = line.terminal;
  return {
    kind: "challenge",
    show: {
      kind: "form",
      action: line.connection.hosts["threeD"] ?? "",
      fields: {
        mid: merchantNo,
        posnetID: posnetId,
        posnetData,
        posnetData2,
        digest,
        merchantReturnURL: wish.returnUrl,
        lang: wish.language,
        url: "",
        openANewWindow: "0",
      },
    },
    state: stateOfAttempt(request, true),
  };
}

export async function authorizeChallenged(
  { terminal, ...line }: Line,
  request: ChallengedRequest,
): Promise<FinalOutcome> {
  const bankData = unpackState(request.proof.state)?.["bankData"];
  if (bankData === undefined) return unknown("bad_state");
  const payment = signedPayment(request.reference, request.amount);
  const message = challengedMessage(terminal, payment, bankData);
  const answered = await send({ terminal, ...line }, message, CHARGE_MS);
  const isSigned = ({ hostLogKey, mac }: PosnetAnswer): boolean =>
    isSameText(mac, macOfCharged(merchantOf(terminal), hostLogKey, payment));
  return outcomeOf(answered, {
    about: "authorization",
    installmentCount: request.installmentCount,
    hasChallenge: true,
    state: stateOfAttempt(request, true),
    isSigned,
  });
}

export function merchantOf({ merchantNo, terminalNo, key }: PosnetTerminal) {
  return signingMerchant(merchantNo, terminalNo, key);
}

function stateOfAttempt(
  { reference, kind, installmentCount }: AuthorizeRequest | ChallengedRequest,
  isChallenged: boolean,
): AcquirerState {
  const installments = installmentText(installmentCount);
  return stateOf({ reference, step: kind, isChallenged, installments });
}
