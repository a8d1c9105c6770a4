import type {
  AuthorizeOutcome,
  AuthorizeRequest,
  ChallengedRequest,
  FinalOutcome,
  ReturnFields,
} from "../../domain/payment/acquirer.ts";
import { refusedUnsent, unknown } from "../kit/ask-bank.ts";
import { type Relayed, readPage } from "../kit/card-form.ts";
import type { GateRequest } from "../kit/card-gate.ts";
import { outcomeOf } from "../kit/channel.ts";
import { notOpened } from "../kit/challenge-terms.ts";
import { openedChallenge, unprovenAtGate } from "../kit/opened-challenge.ts";
import { unpackState } from "../kit/state.ts";
import { type Answer, readCharge, refusalOf, textOf } from "./answer.ts";
import { addressOf, type Channel, send } from "./channel.ts";
import { refusedCharge } from "./codes.ts";
import { challengedMessage, chargeMessage, OPENING_PATHS, openingMessage } from "./request.ts";
import { openedState, readReturn } from "./return.ts";
import { isSignedAnswer } from "./signature.ts";

/** The installment counts that the company's messages may have. */
const INSTALLMENTS: ReadonlySet<number> = new Set([1, 2, 3, 6, 9, 12]);
const PHASE = { sale: "AUTH", preauth: "PRE_AUTH" } as const;

export async function charge(channel: Channel, request: AuthorizeRequest): Promise<FinalOutcome> {
  if (!INSTALLMENTS.has(request.installmentCount)) return refusedUnsent("installment_count");
  const sent = send(channel, chargeMessage(request));
  return outcomeOf(sent, (answer) => readOwn(channel, request, answer));
}

/** Opens 3-D Secure, which neither charges nor holds; the page comes within the answer. */
export async function openGate(channel: Channel, request: GateRequest): Promise<AuthorizeOutcome> {
  if (!INSTALLMENTS.has(request.installmentCount)) return refusedUnsent("installment_count");
  const sent = send(channel, openingMessage(request, request.challenge.returnUrl));
  const opened = await outcomeOf<Answer, AuthorizeOutcome | Opened>(sent, (answer) =>
    readOpening(channel, answer, request),
  );
  if (opened.kind === "unknown") return notOpened(opened);
  if (opened.kind !== "opened") return opened;
  const state = openedState(request, opened.paymentId);
  return openedChallenge(opened.page, {
    state,
    chargesAtGate: false,
    readReturned: (fields) =>
      returnedAtOnce(channel, { ...request, state, method: "POST", fields }),
  });
}

type Opened = {
  readonly kind: "opened";
  readonly paymentId: string;
  readonly page: Relayed;
};

function readOpening(
  channel: Channel,
  answer: Answer,
  request: GateRequest,
): AuthorizeOutcome | Opened {
  const refusal = refusalOf(answer);
  if (refusal !== undefined) return refusedCharge(refusal);
  const paymentId = textOf(answer.paymentId);
  const reference = textOf(answer.conversationId);
  const isSigned = isSignedAnswer(
    channel.terminal,
    [paymentId, reference],
    textOf(answer.signature),
  );
  if (!isSigned || reference !== request.reference) return unknown("unsigned_opening");
  const document = Buffer.from(answer.threeDSHtmlContent ?? "", "base64").toString("utf8");
  const { kind, card, challenge } = request;
  const url = addressOf(channel, OPENING_PATHS[kind]);
  const page = readPage({ url, card, returnUrls: [challenge.returnUrl] }, document);
  return { kind: "opened", paymentId, page };
}

type Returned = GateRequest & Parameters<typeof readReturn>[1];

/** The page sends the browser straight back: the bank has refused, or asks nothing of this card. */
function returnedAtOnce(
  channel: Channel,
  request: Returned,
): AuthorizeOutcome | Promise<AuthorizeOutcome> {
  const read = readReturn(channel, request);
  if (read.kind === "authenticated") {
    return chargeChallenged(channel, { ...request, proof: read.proof });
  }
  const { mdStatus }: ReturnFields = request.fields;
  return unprovenAtGate(unknown(`gate_${read.kind}`), { chargesAtGate: false, bankCode: mdStatus });
}

export async function chargeChallenged(
  channel: Channel,
  request: ChallengedRequest,
): Promise<FinalOutcome> {
  const { paymentId } = unpackState(request.proof.state) ?? {};
  if (paymentId === undefined) return unknown("no_proof");
  const { kind, reference, orderId } = request;
  const sent = send(channel, challengedMessage(request, paymentId));
  return outcomeOf(sent, (answer) =>
    readOwn(channel, { kind, reference, orderId, paymentId }, answer),
  );
}

type Own = Pick<AuthorizeRequest, "kind" | "reference" | "orderId"> & {
  readonly paymentId?: string;
};

function readOwn(
  { terminal }: Channel,
  { kind, reference, orderId, paymentId }: Own,
  answer: Answer,
): FinalOutcome {
  return readCharge(terminal, answer, { kind: PHASE[kind], reference, orderId, paymentId });
}
