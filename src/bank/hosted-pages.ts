import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { BankDeps } from "./bank-deps.ts";
import { bookHosted } from "./book-hosted.ts";
import { answerHosted, type HostedPayment, hasRunOut, judgeHosted } from "./hosted-payment.ts";
import { newNonce } from "./numbers.ts";
import { ExpiredPage, UnknownPage } from "./page/challenge-page.tsx";
import { HostedPage } from "./page/hosted-page.tsx";
import { renderPage } from "./page/layout.tsx";
import { buttonOf, chosenLanguage, pageHeaders, sendReturn } from "./page-reply.ts";
import { TerminalKeys } from "./terminal.ts";

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
  if (payment?.decision !== undefined) return sendBack(counter, payment, reply);
  return sendPage(counter.deps, { request, reply }, { payment, isWrong: false });
}

async function decide(
  counter: Counter,
  request: PageRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { deps } = counter;
  const button = buttonOf(request.body);
  if (button === undefined) {
    const id = encodeURIComponent(request.params.id);
    return reply.redirect(`${deps.publicBaseUrl}/pay/${id}`, 303);
  }
  const otp = request.body?.get("otp") ?? "";
  for (;;) {
    const payment = await deps.book.hosted.find(request.params.id);
    if (payment === undefined) {
      return sendPage(deps, { request, reply }, { payment, isWrong: false });
    }
    const now = deps.clock.now();
    const answered = answerHosted(payment, { button, otp, now });
    // Somebody pressed at the same time: their press counts, and is read again.
    if (answered !== payment && !(await deps.book.hosted.amend(answered))) continue;
    if (answered.decision === undefined) {
      return sendPage(deps, { request, reply }, { payment: answered, isWrong: true });
    }
    if (judgeHosted(answered, now) === "00") await bookHosted(deps, answered, now);
    return sendBack(counter, answered, reply);
  }
}

/** The same address for every press and reload after the decision. */
function sendBack({ keys }: Counter, payment: HostedPayment, reply: FastifyReply): FastifyReply {
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
  return sendReturn(reply, { ...payment, fields, key: keys.of(payment.terminal) });
}

type Shown = { readonly payment: HostedPayment | undefined; readonly isWrong: boolean };

function sendPage(
  deps: BankDeps,
  { request, reply }: { readonly request: PageRequest; readonly reply: FastifyReply },
  { payment, isWrong }: Shown,
): FastifyReply {
  const language = chosenLanguage(request.query.lang) ?? payment?.language ?? "tr";
  const nonce = newNonce(deps.random);
  const page =
    payment === undefined
      ? UnknownPage({ language, nonce })
      : hasRunOut(payment, deps.clock.now())
        ? ExpiredPage({ language, nonce })
        : HostedPage({ payment, language, nonce, isWrong });
  return reply
    .code(payment === undefined ? 404 : 200)
    .headers(pageHeaders(nonce))
    .send(renderPage(page));
}
