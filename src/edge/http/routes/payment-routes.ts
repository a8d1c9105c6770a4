import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Digest } from "../../../kernel/digest.ts";
import type { ResponseStyle } from "../../../merchant/merchant.ts";
import {
  openSession,
  type OpenSessionDeps,
  type SessionContext,
} from "../../../payment/open-session.ts";
import type { PayResult } from "../../../payment/pay-result.ts";
import type { AnswerMaker } from "../../../payment/settle.ts";
import type { Addresses } from "../../page/addresses.ts";
import { readIdempotencyKey } from "../idempotency-key.ts";
import { methodProblem } from "../method-problem.ts";
import { codesRefusal, payAnswer } from "../pay-answer.ts";
import { fingerprintOf } from "../pay-command.ts";
import { payBy, readMethod, type PayMethodDeps } from "../pay-method.ts";
import { problemBody, UNKNOWN_SESSION, type Problem, type ProblemSender } from "../problem.ts";
import { PaySchema, type PayBody } from "../schema/pay.ts";
import { sentenceOf } from "../validation-message.ts";

export type PaymentRoutesDeps = PayMethodDeps &
  OpenSessionDeps & {
    readonly addresses: Addresses;
    readonly digest: Digest;
    readonly docs: string;
    readonly sendProblem: ProblemSender;
  };

type Call = SessionContext & { readonly body: PayBody; readonly style: ResponseStyle };

/** Spec 4.3. */
export function paymentRoutes(app: FastifyInstance, deps: PaymentRoutesDeps): void {
  app.post<{ Body: PayBody }>(
    "/api/v1/payment/pay",
    { schema: { body: PaySchema }, config: { errorForm: "payment", keepsOwnAnswers: true } },
    async (request, reply) => {
      const context = await openSession(deps, request.body.session_id);
      if (!context.ok) return deps.sendProblem(reply, UNKNOWN_SESSION);
      const style = styleOf(request, context.value);
      const call: Call = { ...context.value, body: request.body, style };
      return pay(deps, call, { request, reply });
    },
  );
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

async function pay(deps: PaymentRoutesDeps, call: Call, exchange: Exchange): Promise<unknown> {
  const { session, merchant } = call;
  const method = readMethod(call.body);
  if (!method.ok) {
    const errors = method.refusal;
    const detail = sentenceOf(errors);
    return refuse(deps, call, exchange.reply, {
      status: 400,
      code: "validation_failed",
      detail,
      errors,
    });
  }
  const key = readIdempotencyKey(exchange.request.headers["idempotency-key"]);
  const claim = key === undefined ? undefined : answerMaker(deps, call, key);
  const earlier = claim === undefined ? undefined : await replay(deps, call, claim);
  if (earlier !== undefined) return earlier(exchange.reply);

  const order = { session, merchant, origin: "api", idempotency: claim } as const;
  const result = await payBy(deps, order, method.value);
  if (result.ok)
    return exchange.reply.type("application/json").send(render(deps, call, result.value));
  if (claim !== undefined && KEY_RACES.has(result.refusal.code)) {
    const lost = await replay(deps, call, claim);
    if (lost !== undefined) return lost(exchange.reply);
  }
  return refuse(deps, call, exchange.reply, methodProblem(result.refusal));
}

// The first call of a key may have taken the session between our look and our intent.
const KEY_RACES: ReadonlySet<string> = new Set([
  "idempotency_key_taken",
  "payment_in_progress",
  "session_already_paid",
]);

function render(deps: PaymentRoutesDeps, call: Call, result: PayResult): string {
  const facts = {
    payment: result.payment,
    form: result.challenge,
    transfer: result.transfer,
    language: call.session.language,
  };
  return JSON.stringify(payAnswer(call.style, deps.addresses, facts));
}

function answerMaker(deps: PaymentRoutesDeps, call: Call, key: string): AnswerMaker {
  return {
    key,
    fingerprint: fingerprintOf(deps.digest, call.body),
    render: (result) => ({ status: 200, body: render(deps, call, result) }),
  };
}

type Answer = (reply: FastifyReply) => unknown;

/** What a key that was used before gives: the stored answer, or the reason why there is none. */
async function replay(
  deps: PaymentRoutesDeps,
  call: Call,
  claim: AnswerMaker,
): Promise<Answer | undefined> {
  const record = await deps.payments.findIdempotency(call.session.sessionId, claim.key);
  if (record === undefined) return undefined;
  const { stored } = record;
  if (record.fingerprint !== claim.fingerprint) {
    return (reply) => refuse(deps, call, reply, KEY_REUSED);
  }
  if (stored === undefined) {
    return (reply) => refuse(deps, call, reply, methodProblem({ code: "idempotency_key_taken" }));
  }
  return (reply) =>
    reply
      .code(stored.status)
      .header("Idempotent-Replayed", "true")
      .type("application/json")
      .send(stored.body);
}

const KEY_REUSED: Problem = {
  status: 422,
  code: "idempotency_key_reused",
  detail: "This Idempotency-Key was used with another request body.",
};

function refuse(
  deps: PaymentRoutesDeps,
  call: Call,
  reply: FastifyReply,
  problem: Problem,
): FastifyReply {
  if (call.style === "flags") return deps.sendProblem(reply, problem);
  const { number, ok } = codesRefusal(problem);
  const body = ok
    ? { status: number, message: problem.detail }
    : { ...problemBody(problem, { docs: deps.docs, payment: true }), status: number };
  return reply
    .code(ok ? 200 : problem.status)
    .type(ok ? "application/json" : "application/problem+json")
    .send(JSON.stringify(body));
}

/** The merchant's setting, unless the request asks otherwise for itself (contract 2). */
export function styleOf(
  request: FastifyRequest,
  context: Pick<SessionContext, "merchant">,
): ResponseStyle {
  const wish = request.headers["vezne-response-style"];
  return wish === "flags" || wish === "codes" ? wish : context.merchant.settings.responseStyle;
}
