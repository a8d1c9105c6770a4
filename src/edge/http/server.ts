import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type HTTPMethods,
} from "fastify";
import { BOUNDS } from "../../kernel/bounds.ts";
import { randomText } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import type { Logger } from "../system/logger.ts";
import { parseJsonBody } from "./body-parser.ts";
import { handleErrors, type ErrorDeps } from "./errors.ts";
import type { ProblemSender } from "./problem.ts";

export type ServerDeps = ErrorDeps & {
  readonly logger: Logger;
  readonly random: Random;
  readonly trustedProxies: readonly string[];
};

/** A token that may be repeated in a header and a log line as it is. */
const REQUEST_ID = /^[A-Za-z0-9._~-]{1,128}$/;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 72_000;

/** The HTTP server with the conventions that every route shares (contract 2), and no route yet. */
export function createServer(deps: ServerDeps): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.logger as FastifyBaseLogger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: "request_id",
    }),
    requestIdHeader: false,
    genReqId: (request) => requestId(request.headers["x-request-id"], deps.random),
    trustProxy: deps.trustedProxies.length === 0 ? false : [...deps.trustedProxies],
    bodyLimit: BOUNDS.bodyBytesMax,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: BOUNDS.textMax },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: true,
        verbose: true,
      },
    },
  });
  readJsonBodies(app);
  handleErrors(app, deps);
  app.setNotFoundHandler((_request, reply) =>
    deps.sendProblem(reply, {
      status: 404,
      code: "not_found",
      detail: "There is nothing at this path.",
    }),
  );
  app.addHook("onRequest", async (request, reply) => {
    reply.header("X-Request-Id", request.id);
    reply.header("X-Content-Type-Options", "nosniff");
    reply.header("Cache-Control", "no-store");
  });
  logRequests(app);
  return app;
}

function requestId(header: string | string[] | undefined, random: Random): string {
  if (typeof header === "string" && REQUEST_ID.test(header)) return header;
  return `req_${randomText(random, 20)}`;
}

function readJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (_request: FastifyRequest, body: Buffer) => parseJsonBody(body),
  );
}

function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        // The query may hold a session id, which is a bearer secret.
        path: request.url.split("?", 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "request",
    );
  });
}

const METHODS: readonly HTTPMethods[] = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
];

/**
 * Registers routes and answers 405 with `Allow` to every other method of their paths (RFC 9110,
 * 15.5.6), before a body is read.
 */
export function registerRoutes(
  app: FastifyInstance,
  send: ProblemSender,
  register: (app: FastifyInstance) => void,
): void {
  const taken = new Map<string, Set<string>>();
  void app.register(async (scope) => {
    scope.addHook("onRoute", ({ url, method }) => {
      const known = taken.get(url) ?? new Set<string>();
      for (const one of [method].flat()) known.add(one);
      taken.set(url, known);
    });
    register(scope);
    for (const [url, known] of [...taken]) {
      const allow = METHODS.filter((method) => known.has(method)).join(", ");
      scope.route({
        url,
        method: METHODS.filter((method) => !known.has(method)),
        onRequest: async (_request, reply) => {
          await send(reply.header("Allow", allow), {
            status: 405,
            code: "method_not_allowed",
            detail: `This path takes ${allow}.`,
          });
        },
        handler: async () => undefined,
      });
    }
  });
}
