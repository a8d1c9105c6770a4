import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from "fastify";
import type { SessionStore } from "../../domain/session/ports.ts";
import { isRecord } from "../../kernel/json.ts";
import { removeAbsent } from "../body/absent-fields.ts";
import { hookStep } from "../hook-step.ts";
import type { Idempotency } from "../idempotency/idempotency.ts";
import { namedCaller } from "../caller/merchant-auth.ts";
import type { ShowNowhere } from "../../page/entrance/entrance-routes.tsx";
import { METHODS } from "../../page/methods.ts";
import type { Problem } from "../problem/problem.ts";
import type { ProblemSender } from "../problem/problem-sender.ts";
import type { RateLimits } from "../limit/rate-limit.ts";
import { checkRequest } from "../body/request-check.ts";
import { sessionOf } from "../caller/request-session.ts";
import { forPrograms } from "../../page/security-headers.ts";

/** The rules that hold for every route of the interface. */
export type Conventions = {
  readonly sendProblem: ProblemSender;
  readonly rateLimits: Pick<RateLimits, "byAddress" | "bySession">;
  readonly sessions: Pick<SessionStore, "find">;
  readonly idempotency: Idempotency;
};

type Path = { readonly methods: Set<string>; readonly config: FastifyContextConfig };

/**
 * Registers the routes of the interface with checks that all of them share. Every other method of
 * their paths is answered with 405 and `Allow` (RFC 9110, 15.5.6) before a body is read.
 */
export function registerRoutes(
  app: FastifyInstance,
  conventions: Conventions,
  register: (app: FastifyInstance) => void,
): void {
  const { sendProblem, rateLimits, idempotency } = conventions;
  const paths = new Map<string, Path>();
  void app.register(async (scope) => {
    scope.addHook(
      "onRequest",
      hookStep((request, reply) => {
        forPrograms(reply);
        const waiting = rateLimits.byAddress(request, reply);
        if (waiting !== undefined) return waiting.then(() => checkRequest(request, reply));
        checkRequest(request, reply);
        return undefined;
      }),
    );
    scope.addHook(
      "preHandler",
      hookStep((request, reply) =>
        namedCaller(request) === undefined
          ? limitBySession(conventions, request, reply)
          : undefined,
      ),
    );
    scope.addHook("onRoute", (route) => {
      const { url, method, config = {} } = route;
      if (method === "POST") keepAnswers(readAbsentFields(route), idempotency);
      const path = paths.get(url) ?? { methods: new Set<string>(), config };
      for (const one of [method].flat()) path.methods.add(one);
      paths.set(url, path);
    });
    register(scope);
    for (const [url, { methods, config }] of paths) {
      const allow = METHODS.filter((method) => methods.has(method)).join(", ");
      scope.route({
        url,
        method: METHODS.filter((method) => !methods.has(method)),
        config,
        onRequest: async (_request, reply) => {
          await sendProblem(reply.header("Allow", allow), wrongMethod(allow));
        },
        handler: async () => undefined,
      });
    }
  });
}

async function limitBySession(
  { sessions, rateLimits }: Conventions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const session = await sessionOf(sessions, request);
  if (session !== undefined) await rateLimits.bySession(session, reply);
}

/**
 * Removes members that stand for nothing before the route looks at its body; where no member is
 * required, the body itself may be absent. In a `PATCH`, null clears a field.
 */
function readAbsentFields(route: RouteOptions): RouteOptions {
  const schema = route.schema?.body;
  if (schema === undefined) return route;
  const emptyIsAbsentIn = route.config?.emptyIsAbsentIn;
  const isOptional = isRecord(schema) && schema["required"] === undefined;
  const remove = hookStep((request) => {
    if (isOptional) request.body ??= {};
    removeAbsent(request.body, schema, emptyIsAbsentIn);
    return undefined;
  });
  route.preValidation = [remove, route.preValidation ?? []].flat();
  return route;
}

/** Adds the idempotency hooks behind the route's own hooks, which identify the caller. */
function keepAnswers(route: RouteOptions, { preHandler, onSend }: Idempotency): void {
  if (route.config?.claimsOwnKeys !== true) {
    route.preHandler = [route.preHandler ?? [], preHandler].flat();
  }
  route.onSend = [route.onSend ?? [], onSend].flat();
}

export function wrongMethod(allow: string): Problem {
  return { code: "method_not_allowed", detail: `This path takes ${allow}.` };
}

type NowhereDeps = {
  readonly sendProblem: ProblemSender;
  readonly showNowhere?: ShowNowhere;
};

/** Answers a path that no route has: people get a page, programs a problem. */
export function answerNowhere(deps: NowhereDeps, reply: FastifyReply): FastifyReply {
  const detail = "There is nothing at this path.";
  return (
    deps.showNowhere?.(reply, 404) ??
    deps.sendProblem(forPrograms(reply), { code: "not_found", detail })
  );
}
