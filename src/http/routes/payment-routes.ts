import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Digest } from "../../kernel/digest.ts";
import type { ResponseStyle } from "../../domain/merchant/merchant.ts";
import type { Caller } from "../../domain/merchant/ports.ts";
import {
  openSession,
  type OpenSessionDeps,
  type SessionContext,
} from "../../domain/payment/open-session.ts";
import type { PayResult } from "../../domain/payment/pay-result.ts";
import { PUBLIC_STATUS } from "../../domain/payment/states.ts";
import type { Addresses } from "../../page/addresses.ts";
import { networkOf, type AddressReader } from "../limit/client-address.ts";
import { fingerprintOf } from "../idempotency/fingerprint.ts";
import { hadEffect, setClaimedKey } from "../idempotency/claimed-key.ts";
import { sendKept } from "../idempotency/key-claim.ts";
import { readIdempotencyKey } from "../idempotency/idempotency-key.ts";
import { namedCaller, withKeyIfNamed, type MerchantAuthDeps } from "../caller/merchant-auth.ts";
import { methodProblem } from "../pay/method-problem.ts";
import { payAnswer } from "../pay/pay-answer.ts";
import { payBy, readMethod, type PayMethodDeps } from "../pay/pay-method.ts";
import {
  findReplay,
  type KeyedPay,
  type PayReplay,
  type PayReplayDeps,
} from "../pay/pay-replay.ts";
import { statusOf } from "../problem/problem-codes.ts";
import { rememberOrder, rememberSession } from "../caller/session-owner.ts";
import { UNKNOWN_SESSION } from "../problem/problem.ts";
import type { ProblemSender } from "../problem/problem-sender.ts";
import { checkStyleHeader, knownStyle, rememberStyle } from "../problem/response-style.ts";
import { PaySchema, type PayBody } from "../schema/pay.ts";
import { sentenceOf } from "../problem/validation-message.ts";

export type PaymentRoutesDeps = MerchantAuthDeps &
  PayMethodDeps &
  PayReplayDeps &
  OpenSessionDeps & {
    readonly addresses: Addresses;
    readonly clientAddress: AddressReader;
    readonly digest: Digest;
    readonly sendProblem: ProblemSender;
    /** Counts an answer about a payment in the metrics. */
    readonly countPayment: (status: string, paymentType: string) => void;
  };

type Call = SessionContext & {
  readonly body: PayBody;
  readonly style: ResponseStyle;
  readonly reply: FastifyReply;
};

const CONTEXT = Symbol("session context");

declare module "fastify" {
  interface FastifyRequest {
    [CONTEXT]?: SessionContext;
  }
}

type PayRequest = FastifyRequest<{ Body: PayBody }>;

/** `POST pay` (spec 4.3). */
export function paymentRoutes(app: FastifyInstance, deps: PaymentRoutesDeps): void {
  const keyed = withKeyIfNamed(deps, "payments.make", "pay");
  app.post<{ Body: PayBody }>(
    "/api/v1/payment/pay",
    {
      schema: { body: PaySchema },
      config: { ...keyed.config, claimsOwnKeys: true, emptyIsAbsentIn: "body" },
      // Runs before the body is validated: the named session's merchant decides the style of a
      // refusal.
      preValidation: async (request, reply) => {
        const context = await contextOf(deps, request.body);
        if (context === undefined) checkStyleHeader(request);
        else remember(request, context);
        await keyed.onRequest(request, reply);
        const caller = namedCaller(request);
        const isTheirs = caller === undefined || (context && ownsSession(caller, context)) === true;
        if (context !== undefined && isTheirs) request[CONTEXT] = context;
      },
    },
    async (request, reply) => {
      const context = request[CONTEXT];
      if (context === undefined) return deps.sendProblem(reply, UNKNOWN_SESSION);
      const style = knownStyle(request);
      const key = readIdempotencyKey(request.headers["idempotency-key"]);
      return pay(deps, { body: request.body, style, reply, ...context }, key);
    },
  );
}

function remember(request: PayRequest, context: SessionContext): void {
  rememberSession(request, context.session);
  rememberStyle(request, context);
}

function ownsSession({ merchant, mode }: Caller, { session }: SessionContext): boolean {
  return merchant.merchantId === session.merchantId && mode === session.mode;
}

async function contextOf(
  deps: PaymentRoutesDeps,
  body: unknown,
): Promise<SessionContext | undefined> {
  if (typeof body !== "object" || body === null) return undefined;
  const sessionId: unknown = Reflect.get(body, "session_id");
  if (typeof sessionId !== "string") return undefined;
  const context = await openSession(deps, sessionId);
  return context.ok ? context.value : undefined;
}

async function pay(
  deps: PaymentRoutesDeps,
  call: Call,
  key: string | undefined,
): Promise<FastifyReply> {
  const { session, merchant, reply } = call;
  const method = readMethod(call.body);
  if (!method.ok) {
    const errors = method.refusal;
    const detail = sentenceOf(errors);
    return deps.sendProblem(reply, { code: "validation_failed", detail, errors });
  }
  const idempotency = key === undefined ? undefined : idempotencyOf(deps, call, key);
  const earlier = idempotency && (await findReplay(deps, session.sessionId, idempotency));
  if (earlier !== undefined) return sendReplay(deps, reply, earlier);

  const clientNetwork = networkOf(deps.clientAddress(reply.request));
  const isMerchant = namedCaller(reply.request) !== undefined;
  const who = { session, merchant, origin: "api", clientNetwork, isMerchant } as const;
  const result = await payBy(deps, { idempotency, ...who }, method.value);
  if (result.ok) {
    const { state, paymentType, orderId } = result.value.payment;
    rememberOrder(reply.request, orderId);
    deps.countPayment(PUBLIC_STATUS[state], paymentType);
    return reply.type("application/json").send(bodyOf(deps, call, result.value));
  }
  if (idempotency !== undefined && KEY_RACES.has(result.refusal.code)) {
    const lost = await findReplay(deps, session.sessionId, idempotency);
    if (lost !== undefined) return sendReplay(deps, reply, lost);
  }
  const problem = methodProblem(result.refusal);
  if (idempotency !== undefined && hadEffect(statusOf(problem))) {
    claimKeyForRefusal(deps, call, idempotency);
  }
  return deps.sendProblem(reply, problem);
}

/**
 * A refusal by the session's state makes no payment, which would claim the key. So the key is
 * claimed when the answer is stored.
 */
function claimKeyForRefusal(
  { payments, clock }: PaymentRoutesDeps,
  { session: { sessionId }, reply }: Call,
  idempotency: KeyedPay,
): void {
  const { key, fingerprint } = idempotency;
  setClaimedKey(reply.request, {
    async keep(answer) {
      const refusal = { sessionId, key, fingerprint, answer, at: clock.now() };
      const record = await payments.keepRefusal(refusal);
      return record?.stored === undefined || record.fingerprint !== fingerprint
        ? { kind: "running" }
        : { kind: "answered", answer: record.stored };
    },
    release: () => Promise.resolve(),
  });
}

// Refusals that an earlier call with the same key may cause, if it records its payment after this
// call has looked for a stored answer (`findReplay`) and before it records its own intent.
const KEY_RACES: ReadonlySet<string> = new Set([
  "idempotency_key_taken",
  "payment_in_progress",
  "session_already_paid",
]);

/**
 * The body of the answer. A keyed call rendered it in the commit of its outcome, and exactly those
 * bytes leave; a call without a key renders it here.
 */
function bodyOf(deps: PaymentRoutesDeps, call: Call, result: PayResult): string {
  return result.answer?.body ?? render(deps, call, result);
}

function render(deps: PaymentRoutesDeps, call: Call, result: PayResult): string {
  const facts = {
    payment: result.payment,
    show: result.challenge?.show,
    transfer: result.transfer,
    language: call.session.language,
  };
  return JSON.stringify(payAnswer(call.style, deps.addresses, facts));
}

function idempotencyOf(deps: PaymentRoutesDeps, call: Call, key: string): KeyedPay {
  const { body, reply } = call;
  return {
    key,
    fingerprint: fingerprintOf(deps.digest, {
      body,
      query: {},
      routeOptions: reply.request.routeOptions,
    }),
    render: (result) => ({
      status: 200,
      contentType: "application/json",
      body: render(deps, call, result),
    }),
  };
}

function sendReplay(deps: PaymentRoutesDeps, reply: FastifyReply, replay: PayReplay): FastifyReply {
  if (replay.kind === "refused") return deps.sendProblem(reply, replay.problem);
  return sendKept(reply, replay.answer);
}
