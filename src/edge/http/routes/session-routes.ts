import type { FastifyInstance } from "fastify";
import { createSession, type CreateSessionDeps } from "../../../checkout/create-session.ts";
import type { BasketItem, Customer } from "../../../checkout/session.ts";
import { BOUNDS } from "../../../kernel/bounds.ts";
import { toIso } from "../../../kernel/clock.ts";
import { money } from "../../../kernel/money.ts";
import type { Caller } from "../../../merchant/ports.ts";
import type { Addresses } from "../../page/addresses.ts";
import { callerOf, withKeyInBody, type MerchantAuthDeps } from "../merchant-auth.ts";
import { invalidField, type Problem } from "../problem.ts";
import { inexactNumber } from "../inexact-number.ts";
import { safeName } from "../request-problem.ts";
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

/** Spec 4.1 and 4.2: sessions, authenticated by the key in the body. */
export function sessionRoutes(app: FastifyInstance, deps: SessionRoutesDeps): void {
  const guarded = withKeyInBody(deps, "sessions.create");
  app.post<{ Body: CheckoutSessionBody }>(
    "/api/v1/checkout/session",
    {
      ...guarded,
      schema: { body: CheckoutSessionSchema, response: { 200: SessionCreatedSchema } },
    },
    async (request, reply) => {
      const created = await create(deps, callOf(request, false));
      return "problem" in created ? deps.sendProblem(reply, created.problem) : created.answer;
    },
  );
  app.post<{ Body: EmbeddedSessionBody }>(
    "/api/v1/embedded/session",
    {
      ...guarded,
      schema: { body: EmbeddedSessionSchema, response: { 200: SessionCreatedSchema } },
    },
    async (request, reply) => {
      const created = await create(deps, callOf(request, true));
      return "problem" in created ? deps.sendProblem(reply, created.problem) : created.answer;
    },
  );
}

type Created = { readonly answer: object } | { readonly problem: Problem };

type Call = {
  readonly caller: Caller;
  readonly body: SessionBody;
  readonly embedded: boolean;
};

function callOf(request: { readonly body: SessionBody }, embedded: boolean): Call {
  return { caller: callerOf(request), body: request.body, embedded };
}

async function create(deps: SessionRoutesDeps, { caller, body, embedded }: Call): Promise<Created> {
  const metadata = body.metadata ?? {};
  if (Buffer.byteLength(JSON.stringify(metadata)) > BOUNDS.metadataBytesMax) {
    return invalid("metadata", `must be at most ${BOUNDS.metadataBytesMax} bytes as JSON`);
  }
  const inexact = inexactNumber(metadata, "metadata");
  if (inexact !== undefined) {
    const field = safeName(inexact, "metadata");
    return invalid(field, `must hold numbers of at most ${Number.MAX_SAFE_INTEGER}; send a string`);
  }
  const made = await createSession(deps, {
    caller,
    amount: money(BigInt(body.amount), body.currency ?? "TRY"),
    language: body.language ?? "tr",
    captureMethod: body.capture_method ?? "automatic",
    customer: customerOf(body),
    basket: (body.basket_items ?? []).map(basketItemOf),
    successUrl: body.success_url,
    failUrl: body.fail_url,
    metadata,
    embedded,
  });
  if (!made.ok) return invalid(made.refusal.field, made.refusal.message);
  const { sessionId, expiresAt } = made.value;
  return {
    answer: {
      session_id: sessionId,
      checkout_url: deps.addresses.checkout(sessionId),
      expires_at: toIso(expiresAt),
    },
  };
}

function invalid(field: string, message: string): Created {
  return { problem: invalidField(field, "validation_failed", message) };
}

// Unknown fields are ignored, so only the documented ones are kept.
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
