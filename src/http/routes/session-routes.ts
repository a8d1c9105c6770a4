import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createSession, type CreateSessionDeps } from "../../domain/session/create-session.ts";
import type { BasketItem, Customer, Metadata, Session } from "../../domain/session/session.ts";
import { BOUNDS } from "../../kernel/bounds.ts";
import { toIso } from "../../kernel/clock.ts";
import type { KeptAnswer } from "../../kernel/keyed-answer.ts";
import { money } from "../../kernel/money.ts";
import type { Addresses } from "../../page/addresses.ts";
import { clearClaimedKey } from "../idempotency/claimed-key.ts";
import { keyedAnswerOf } from "../idempotency/key-claim.ts";
import { callerOf, withKeyInBody, type MerchantAuthDeps } from "../caller/merchant-auth.ts";
import { invalidField, type Problem } from "../problem/problem.ts";
import { inexactNumber } from "../body/inexact-number.ts";
import { safeName } from "../problem/request-problem.ts";
import {
  CheckoutSessionSchema,
  EmbeddedSessionSchema,
  SessionCreatedSchema,
  type CheckoutSessionBody,
  type EmbeddedSessionBody,
} from "../schema/session.ts";

export type SessionRoutesDeps = CreateSessionDeps &
  MerchantAuthDeps & { readonly addresses: Addresses };

type SessionBody = CheckoutSessionBody | EmbeddedSessionBody;

/** Creates sessions (spec 4.1 and 4.2); the API key is in the body. */
export function sessionRoutes(app: FastifyInstance, deps: SessionRoutesDeps): void {
  const { config, preHandler } = withKeyInBody(deps, "sessions.create");
  const response = { 200: SessionCreatedSchema };
  for (const { url, body, embedded } of KINDS) {
    app.post<{ Body: SessionBody }>(
      url,
      {
        config: { ...config, emptyIsAbsentIn: "customer" },
        preHandler,
        schema: { body, response },
      },
      (request, reply) => create(deps, { request, reply, embedded }),
    );
  }
}

const KINDS = [
  { url: "/api/v1/checkout/session", body: CheckoutSessionSchema, embedded: false },
  { url: "/api/v1/embedded/session", body: EmbeddedSessionSchema, embedded: true },
];

type Call = {
  readonly request: FastifyRequest<{ Body: SessionBody }>;
  readonly reply: FastifyReply;
  readonly embedded: boolean;
};

function invalid(field: string, message: string): Problem {
  return invalidField(field, "validation_failed", message);
}

async function create(deps: SessionRoutesDeps, call: Call): Promise<FastifyReply> {
  const { request, reply, embedded } = call;
  const { body } = request;
  const metadata = body.metadata ?? {};
  const problem = metadataProblem(metadata);
  if (problem !== undefined) return deps.sendProblem(reply, problem);
  const answerOf = (session: Session): KeptAnswer => ({
    status: 200,
    contentType: JSON_TYPE,
    body: JSON.stringify(sessionAnswer(deps, session)),
  });
  const keyed = keyedAnswerOf(request);
  const made = await createSession(
    deps,
    {
      caller: callerOf(request),
      amount: money(BigInt(body.amount), body.currency ?? "TRY"),
      language: body.language ?? "tr",
      captureMethod: body.capture_method ?? "automatic",
      onHoldEnd: body.on_hold_end,
      customer: customerOf(body),
      basket: (body.basket_items ?? []).map(basketItemOf),
      successUrl: body.success_url,
      failUrl: body.fail_url,
      metadata,
      reference: body.reference,
      embedded,
    },
    keyed === undefined ? undefined : (session) => keyed(answerOf(session)),
  );
  if (!made.ok) {
    const { field, message } = made.refusal;
    return deps.sendProblem(reply, invalid(field, message));
  }
  clearClaimedKey(request);
  return reply.type(JSON_TYPE).send(answerOf(made.value).body);
}

const JSON_TYPE = "application/json; charset=utf-8";

function metadataProblem(metadata: Metadata): Problem | undefined {
  if (Buffer.byteLength(JSON.stringify(metadata)) > BOUNDS.metadataBytesMax) {
    return invalid("metadata", `must be at most ${BOUNDS.metadataBytesMax} bytes as JSON`);
  }
  const inexact = inexactNumber(metadata, "metadata");
  if (inexact === undefined) return undefined;
  const field = safeName(inexact, "metadata");
  return invalid(field, `must hold numbers of at most ${Number.MAX_SAFE_INTEGER}; send a string`);
}

function sessionAnswer(deps: SessionRoutesDeps, { sessionId, expiresAt }: Session): object {
  return {
    session_id: sessionId,
    checkout_url: deps.addresses.checkout(sessionId),
    expires_at: toIso(expiresAt),
  };
}

// Unknown fields are accepted and ignored, so only the documented ones are stored.
const CUSTOMER_FIELDS = [
  "name",
  "surname",
  "email",
  "phone",
  "address",
  "city",
  "country",
  "postal_code",
  "identity_number",
  "ip_address",
  "customer_id",
] as const satisfies readonly (keyof Customer)[];

const BASKET_FIELDS = [
  "id",
  "name",
  "brand_name",
  "qty",
  "unit_price",
  "category",
] as const satisfies readonly (keyof BasketItem)[];

function customerOf(body: SessionBody): Customer {
  return pick(body.customer ?? {}, CUSTOMER_FIELDS);
}

function basketItemOf(item: BasketItem): BasketItem {
  return pick(item, BASKET_FIELDS);
}

function pick<Shape extends object, Key extends keyof Shape>(
  value: Shape,
  keys: readonly Key[],
): Partial<Pick<Shape, Key>> {
  const kept: Partial<Pick<Shape, Key>> = {};
  for (const key of keys) {
    if (value[key] !== undefined) kept[key] = value[key];
  }
  return kept;
}
