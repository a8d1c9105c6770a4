import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { timeOf, type BankDeps } from "./bank-deps.ts";
import {
  answerChallenge,
  type Challenge,
  type ChallengeDecision,
  hasTimedOut,
  type Language,
} from "./challenge.ts";
import { newCavv, newNonce } from "./numbers.ts";
import { ChallengePage, ExpiredPage, type PageProps, UnknownPage } from "./page/challenge-page.tsx";
import { type Layout, renderPage } from "./page/layout.tsx";
import {
  buttonOf,
  chosenLanguage,
  pageHeaders,
  sendReturn,
  type SignedReturn,
} from "./page-reply.ts";
import { sendTwice } from "./send-twice.ts";
import { TerminalKeys } from "./terminal.ts";
import { readTrial, tryChallenge } from "./trial.ts";

type PageRequest = FastifyRequest<{
  Params: { id: string };
  Querystring: { lang?: string | string[] };
  Body: URLSearchParams | undefined;
}>;

type Counter = { readonly deps: BankDeps; readonly keys: TerminalKeys };

/** The Access Control Server: the page at which the customer proves to be the customer. */
export function challengePages(app: FastifyInstance, deps: BankDeps): void {
  const counter = { deps, keys: new TerminalKeys(deps.masterSecret) };
  app.get("/3ds/:id", (request: PageRequest, reply) => show(counter, request, reply));
  app.post("/3ds/:id", (request: PageRequest, reply) => decide(counter, request, reply));
}

async function show(
  counter: Counter,
  request: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { deps } = counter;
  const challenge = await deps.book.findChallenge(request.params.id);
  if (challenge?.decision !== undefined) {
    const { decision } = challenge;
    return sendReturn(reply, signedReturn(counter, { challenge, decision }));
  }
  return sendPage(deps, { request, reply }, challenge);
}

async function decide(
  counter: Counter,
  request: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { deps } = counter;
  const button = buttonOf(request.body);
  const trial = readTrial(request.body);
  // The merchant's form brings the customer here by POST; a page that was got survives a reload.
  if (button === undefined && trial === undefined) {
    return reply.redirect(addressOf(deps, request.params.id), 303);
  }
  const otp = request.body?.get("otp") ?? "";
  for (;;) {
    const challenge = await deps.book.findChallenge(request.params.id);
    if (challenge === undefined) {
      return sendPage(deps, { request, reply }, challenge);
    }
    const at = { now: timeOf(deps, challenge), cavv: newCavv(deps.random) };
    const answered =
      trial === undefined
        ? answerChallenge(challenge, { button: button ?? "cancel", otp, ...at })
        : tryChallenge(challenge, trial, at);
    // Somebody pressed at the same time: their press counts, and is read again.
    if (answered !== challenge && !(await deps.book.amendChallenge(answered))) continue;
    const language = languageOf(request, answered);
    if (answered.decision === undefined) {
      // A reload must not send the wrong code again.
      return reply.redirect(`${addressOf(deps, answered.id)}?lang=${language}`, 303);
    }
    const signed = signedReturn(counter, { challenge: answered, decision: answered.decision });
    if (trial?.name !== "twice") return sendReturn(reply, signed);
    return sendTwice(reply, { signed, language, nonce: newNonce(deps.random) });
  }
}

/** The same address for every press and reload after the decision: what is in it was stored. */
function signedReturn(
  { keys }: Counter,
  { challenge, decision }: { challenge: Challenge; decision: ChallengeDecision },
): SignedReturn {
  const fields = {
    request_id: challenge.requestId,
    order_id: challenge.orderId,
    amount: challenge.amount.minor.toString(),
    currency: challenge.amount.currency,
    md: challenge.id,
    md_status: decision.mdStatus,
    eci: decision.eci,
    cavv: decision.cavv,
    result: decision.result,
    timestamp: String(decision.at),
  };
  return { returnUrl: challenge.returnUrl, fields, key: keys.of(challenge.terminal) };
}

function sendPage(
  deps: BankDeps,
  { request, reply }: { readonly request: PageRequest; readonly reply: FastifyReply },
  challenge: Challenge | undefined,
): FastifyReply {
  const language = languageOf(request, challenge);
  const nonce = newNonce(deps.random);
  const page = pageOf(deps, { challenge, language, nonce });
  return reply
    .code(challenge === undefined ? 404 : 200)
    .headers(pageHeaders(nonce))
    .send(renderPage(page));
}

function pageOf(
  deps: BankDeps,
  props: PageProps & { readonly challenge: Challenge | undefined },
): ReturnType<typeof Layout> {
  const { challenge, ...rest } = props;
  if (challenge === undefined) return UnknownPage(rest);
  if (hasTimedOut(challenge, timeOf(deps, challenge))) return ExpiredPage(rest);
  return ChallengePage({ ...rest, challenge, isWrong: challenge.wrongCodes > 0 });
}

function languageOf(request: PageRequest, challenge: Challenge | undefined): Language {
  return chosenLanguage(request.query.lang) ?? challenge?.language ?? "tr";
}

function addressOf(deps: BankDeps, id: string): string {
  return `${deps.publicBaseUrl}/3ds/${encodeURIComponent(id)}`;
}
