import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { timeOf, type BankDeps } from "./bank-deps.ts";
import { bookHosted } from "./book-hosted.ts";
import { answerHosted, type HostedPayment, hasRunOut, judgeHosted } from "./hosted-payment.ts";
import type { Language } from "./challenge.ts";
import { newNonce } from "./numbers.ts";
import { ExpiredPage, UnknownPage } from "./page/challenge-page.tsx";
import { HostedPage } from "./page/hosted-page.tsx";
import { renderPage } from "./page/layout.tsx";
import { LostPage } from "./page/trial-pages.tsx";
import {
  buttonOf,
  chosenLanguage,
  pageHeaders,
  sendReturn,
  type SignedReturn,
} from "./page-reply.ts";
import { sendTwice } from "./send-twice.ts";
import { TerminalKeys } from "./terminal.ts";
import { readTrial, type TrialName, tryHosted } from "./trial.ts";

type PageRequest = FastifyRequest<{
  Params: { id: string };
  Querystring: { lang?: string | string[] };
  Body: URLSearchParams | undefined;
}>;

type Counter = { readonly deps: BankDeps; readonly keys: TerminalKeys };

/** The pages of wallets, lenders and Papel: the customer's approval there moves the money. */
export function hostedPages(app: FastifyInstance, deps: BankDeps): void {
  const counter = { deps, keys: new TerminalKeys(deps.masterSecret) };
  app.get("/pay/:id", (request: PageRequest, reply) => show(counter, request, reply));
  app.post("/pay/:id", (request: PageRequest, reply) => decide(counter, request, reply));
}

async function show(
  counter: Counter,
  request: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const payment = await counter.deps.book.hosted.find(request.params.id);
  if (payment?.decision !== undefined) return sendReturn(reply, signedReturn(counter, payment));
  return sendPage(counter.deps, { request, reply }, payment);
}

async function decide(
  counter: Counter,
  request: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { deps } = counter;
  const button = buttonOf(request.body);
  const trial = readTrial(request.body);
  if (button === undefined && trial === undefined) {
    return reply.redirect(addressOf(deps, request.params.id), 303);
  }
  const otp = request.body?.get("otp") ?? "";
  for (;;) {
    const payment = await deps.book.hosted.find(request.params.id);
    if (payment === undefined) {
      return sendPage(deps, { request, reply }, payment);
    }
    const now = timeOf(deps, payment);
    const answered =
      trial === undefined
        ? answerHosted(payment, { button: button ?? "cancel", otp, now })
        : tryHosted(payment, trial, { now });
    // Somebody pressed at the same time: their press counts, and is read again.
    if (answered !== payment && !(await deps.book.hosted.amend(answered))) continue;
    if (answered.decision === undefined) {
      // A reload must not send the wrong code again.
      const language = languageOf(request, answered);
      return reply.redirect(`${addressOf(deps, answered.id)}?lang=${language}`, 303);
    }
    if (judgeHosted(answered, now) === "00") await bookHosted(deps, answered, now);
    return sendAway(counter, { request, reply }, { payment: answered, trial: trial?.name });
  }
}

/** Back to the merchant, unless a developer wanted the way there to go wrong. */
function sendAway(
  counter: Counter,
  { request, reply }: Exchange,
  { payment, trial }: { readonly payment: HostedPayment; readonly trial: TrialName | undefined },
): FastifyReply {
  const signed = signedReturn(counter, payment);
  const language = languageOf(request, payment);
  const page = { language, nonce: newNonce(counter.deps.random) };
  if (trial === "twice") return sendTwice(reply, { ...page, signed });
  if (trial !== "lost") return sendReturn(reply, signed);
  return reply.headers(pageHeaders(page.nonce)).send(renderPage(LostPage(page)));
}

/** The same address for every press and reload after the decision. */
function signedReturn({ keys }: Counter, payment: HostedPayment): SignedReturn {
  const { decision } = payment;
  const fields = {
    request_id: payment.requestId,
    order_id: payment.orderId,
    amount: payment.amount.minor.toString(),
    currency: payment.amount.currency,
    md: payment.id,
    md_status: decision?.result === "approve" ? "1" : "0",
    eci: "",
    cavv: "",
    result: decision?.result ?? "",
    timestamp: String(decision?.at ?? ""),
  };
  return { returnUrl: payment.returnUrl, fields, key: keys.of(payment.terminal) };
}

type Exchange = { readonly request: PageRequest; readonly reply: FastifyReply };

function sendPage(
  deps: BankDeps,
  { request, reply }: Exchange,
  payment: HostedPayment | undefined,
): FastifyReply {
  const language = languageOf(request, payment);
  const nonce = newNonce(deps.random);
  const page =
    payment === undefined
      ? UnknownPage({ language, nonce })
      : hasRunOut(payment, timeOf(deps, payment))
        ? ExpiredPage({ language, nonce })
        : HostedPage({ payment, language, nonce, isWrong: payment.wrongCodes > 0 });
  return reply
    .code(payment === undefined ? 404 : 200)
    .headers(pageHeaders(nonce))
    .send(renderPage(page));
}

function languageOf(request: PageRequest, payment: HostedPayment | undefined): Language {
  return chosenLanguage(request.query.lang) ?? payment?.language ?? "tr";
}

function addressOf(deps: BankDeps, id: string): string {
  return `${deps.publicBaseUrl}/pay/${encodeURIComponent(id)}`;
}
