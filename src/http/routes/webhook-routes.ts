import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint } from "../../domain/event/endpoint.ts";
import {
  registerEndpoint,
  type RegisterEndpointDeps,
  type RegisterRefusal,
} from "../../domain/event/register-endpoint.ts";
import { toIso } from "../../kernel/clock.ts";
import { parseEndpointId } from "../../kernel/ids.ts";
import type { KeptAnswer } from "../../kernel/keyed-answer.ts";
import { clearClaimedKey } from "../idempotency/claimed-key.ts";
import { keyedAnswerOf } from "../idempotency/key-claim.ts";
import { callerOf, withKey, type MerchantAuthDeps } from "../caller/merchant-auth.ts";
import { invalidField, type Problem } from "../problem/problem.ts";
import {
  EndpointParams,
  NewEndpointSchema,
  type EndpointRequest,
  type NewEndpointBody,
} from "../schema/webhook.ts";

export type WebhookRoutesDeps = MerchantAuthDeps & RegisterEndpointDeps;

const PATH = "/api/v1/webhook-endpoints";

/** Extension of contract C6: a merchant registers its own endpoints, for the key's mode. */
export function webhookRoutes(app: FastifyInstance, deps: WebhookRoutesDeps): void {
  const change = withKey(deps, "webhooks.change");
  app.post<{ Body: NewEndpointBody }>(
    PATH,
    {
      ...change,
      config: { ...change.config, sealsAnswer: true },
      schema: { body: NewEndpointSchema },
    },
    (request, reply) => register(deps, request, reply),
  );
  app.get(PATH, withKey(deps, "webhooks.read"), (request) => list(deps, request));
  app.delete<EndpointRequest>(
    `${PATH}/:endpoint_id`,
    { ...change, schema: { params: EndpointParams } },
    async (request, reply) => {
      const { merchant, mode } = callerOf(request);
      const endpointId = parseEndpointId(request.params.endpoint_id);
      const found = endpointId === undefined ? undefined : await deps.endpoints.find(endpointId);
      if (found?.merchantId !== merchant.merchantId || found.mode !== mode) {
        return deps.sendProblem(reply, UNKNOWN_ENDPOINT);
      }
      await deps.endpoints.remove(found.endpointId);
      return { removed: true, endpoint_id: found.endpointId };
    },
  );
}

async function register(
  deps: WebhookRoutesDeps,
  request: FastifyRequest<{ Body: NewEndpointBody }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { merchant, mode } = callerOf(request);
  const { url, description = "", events: eventTypes } = request.body;
  const { merchantId } = merchant;
  const keyed = keyedAnswerOf(request);
  const made = await registerEndpoint(
    deps,
    { merchantId, mode, url, description, eventTypes, secret: "own" },
    keyed === undefined ? undefined : (endpoint) => keyed(registeredAnswer(endpoint)),
  );
  if (!made.ok) return deps.sendProblem(reply, problemOf(made.refusal));
  clearClaimedKey(request);
  const { contentType, body } = registeredAnswer(made.value);
  return reply.type(contentType).send(body);
}

/** The answer of a registration, the only one that contains the secret. */
function registeredAnswer(endpoint: Endpoint): KeptAnswer {
  const body = { ...endpointAnswer(endpoint), secret: endpoint.secrets[0]?.text };
  return {
    status: 200,
    contentType: "application/json; charset=utf-8",
    body: JSON.stringify(body),
  };
}

async function list({ endpoints }: WebhookRoutesDeps, request: FastifyRequest) {
  const { merchant, mode } = callerOf(request);
  const found = await endpoints.list({ merchantId: merchant.merchantId, mode });
  return { endpoints: found.map(endpointAnswer) };
}

const UNKNOWN_ENDPOINT: Problem = {
  code: "endpoint_not_found",
  detail: "endpoint_id is not the id of a webhook endpoint of this merchant and mode.",
};

function problemOf(refusal: RegisterRefusal): Problem {
  if (refusal.code === "invalid_url") {
    return invalidField("url", "validation_failed", refusal.message);
  }
  const detail = `A merchant may have ${refusal.most} webhook endpoints of a mode.`;
  return { code: "too_many_endpoints", detail };
}

function endpointAnswer(endpoint: Endpoint): Record<string, unknown> {
  return {
    endpoint_id: endpoint.endpointId,
    mode: endpoint.mode,
    url: endpoint.url,
    description: endpoint.description,
    events: endpoint.eventTypes ?? null,
    state: endpoint.disabled === undefined ? "enabled" : "disabled",
    disabled_reason: endpoint.disabled?.reason ?? null,
    created_at: toIso(endpoint.createdAt),
  };
}
