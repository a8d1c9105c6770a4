import type { FastifyInstance } from "fastify";
import { createSession, type CreateSessionDeps } from "../../../checkout/create-session.ts";
import type { BasketItem, Customer } from "../../../checkout/session.ts";
import { BOUNDS } from "../../../kernel/bounds.ts";
import { toIso } from "../../../kernel/clock.ts";
import { money } from "../../../kernel/money.ts";
import { authenticate, type AuthenticateDeps } from "../../../merchant/authenticate.ts";
import type { Addresses } from "../../page/addresses.ts";
import type { Problem, ProblemSender } from "../problem.ts";
import {
  CheckoutSessionSchema,
  EmbeddedSessionSchema,
  SessionCreatedSchema,
  type CheckoutSessionBody,
  type EmbeddedSessionBody,
} from "../schema/session.ts";

export type SessionRoutesDeps = CreateSessionDeps &
  AuthenticateDeps & { readonly addresses: Addresses; readonly sendProblem: ProblemSender };

type SessionBody = CheckoutSessionBody | EmbeddedSessionBody;

/** Spec 4.1 and 4.2: sessions, authenticated by the key in the body. */
export function sessionRoutes(app: FastifyInstance, deps: SessionRoutesDeps): void {
  app.post<{ Body: CheckoutSessionBody }>(
    "/api/v1/checkout/session",
    {
      schema: { body: CheckoutSessionSchema, response: { 200: SessionCreatedSchema } },
      config: { errorForm: "detail" },
    },
    async (request, reply) => {
      const created = await create(deps, request.body, false);
      return "problem" in created ? deps.sendProblem(reply, created.problem) : created.answer;
    },
  );
  app.post<{ Body: EmbeddedSessionBody }>(
    "/api/v1/embedded/session",
    {
      schema: { body: EmbeddedSessionSchema, response: { 200: SessionCreatedSchema } },
      config: { errorForm: "detail" },
    },
    async (request, reply) => {
      const created = await create(deps, request.body, true);
      return "problem" in created ? deps.sendProblem(reply, created.problem) : created.answer;
    },
  );
}

type Created = { readonly answer: object } | { readonly problem: Problem };

async function create(
  deps: SessionRoutesDeps,
  body: SessionBody,
  embedded: boolean,
): Promise<Created> {
  const caller = await authenticate(deps, body.merchant_api_key);
  if (caller === undefined) {
    const detail = "merchant_api_key is not a valid key.";
    return { problem: { status: 401, code: "invalid_api_key", detail } };
  }
  const metadata = body.metadata ?? {};
  if (Buffer.byteLength(JSON.stringify(metadata)) > BOUNDS.metadataBytesMax) {
    return invalid("metadata", `must be at most ${BOUNDS.metadataBytesMax} bytes as JSON`);
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
  const errors = [{ field, message }];
  const detail = `${field} ${message}.`;
  return { problem: { status: 400, code: "validation_failed", detail, errors } };
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
