import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
} from "fastify";
import { BOUNDS } from "../../kernel/bounds.ts";
import { SECOND } from "../../kernel/clock.ts";
import { randomText } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import type { Logger } from "../system/logger.ts";
import { maskRequestId } from "../redaction/mask-secrets.ts";
import { redactPath } from "../redaction/redact-path.ts";
import { readJsonBodies } from "./body-parser.ts";
import { handleErrors, problemOf, type ErrorDeps } from "./errors.ts";
import { knowEveryMethod } from "../page/methods.ts";
import { docsAddress } from "./problem.ts";
import { answerNowhere } from "./register-routes.ts";
import { securityHeaders } from "../page/security-headers.ts";
import { dropSilentConnections } from "./silent-connections.ts";
import { MALFORMED, refuseExpectation, refuseOnSocket } from "./socket-refusal.ts";

export type ServerDeps = ErrorDeps & {
  readonly logger: Logger;
  readonly random: Random;
  /** Own address in links; where it is https it must be so forever. */
  readonly publicUrl: string;
  readonly timeouts?: ServerTimeouts;
};

/** How long a client may take, in milliseconds. */
export type ServerTimeouts = {
  readonly headersMs: number;
  /** For a whole request, its body included. */
  readonly requestMs: number;
  /** How often connections are looked at. */
  readonly checkedEveryMs: number;
};

const TIMEOUTS: ServerTimeouts = {
  headersMs: 10 * SECOND,
  requestMs: 30 * SECOND,
  checkedEveryMs: 5 * SECOND,
};

/** A token that may be repeated in a header and a log line as it is. */
const REQUEST_ID = /^[A-Za-z0-9._~-]{1,128}$/;
/** Longer than load balancers keep theirs, so that none sends into a connection that closes. */
const ID_LABEL = "request_id";
const KEEP_ALIVE_MS = 72_000;

/** The HTTP server with the conventions that every route shares (contract C2), and no route yet. */
export function createServer(deps: ServerDeps): FastifyInstance {
  const { publicUrl } = deps;
  const headers = securityHeaders(publicUrl.startsWith("https:"));
  const newRequestId = (): string => `req_${randomText(deps.random, 20)}`;
  const refusal = { docs: docsAddress(publicUrl), headers, newRequestId };
  const mark = (reply: FastifyReply, id: string): FastifyReply =>
    reply.headers(headers).header("X-Request-Id", id);
  const app: FastifyInstance = Fastify({
    ...settings(deps),
    genReqId: ({ headers: { "x-request-id": id } }) =>
      typeof id === "string" && REQUEST_ID.test(id) ? id : newRequestId(),
    clientErrorHandler: (error, socket: Socket) => refuseOnSocket(refusal, error, socket),
    // A path that can't be decoded reaches no hook.
    frameworkErrors(error, request, reply) {
      deps.sendProblem(mark(reply, request.id), problemOf(deps, error));
    },
  });
  // A request's id may be a card's number, and stands in every line about the request.
  app.setChildLoggerFactory((parent, bindings, options) =>
    parent.child(
      { ...bindings, [ID_LABEL]: maskRequestId(String(bindings[ID_LABEL])) },
      options ?? {},
    ),
  );
  knowEveryMethod(app);
  readJsonBodies(app);
  handleErrors(app, deps);
  app.addHook("onRequest", async (request, reply) => {
    mark(reply, request.id);
    if (!hasOneHost(request.raw)) await deps.sendProblem(reply, MALFORMED);
    // Before its body is read: nobody wants it.
    else if (request.is404) await answerNowhere(deps.sendProblem, reply);
  });
  // For what a route itself finds to be nothing, a file of a name that there is none of.
  app.setNotFoundHandler((_request, reply) => answerNowhere(deps.sendProblem, reply));
  // Such as a connection that can't be accepted, because the process has no file descriptor left.
  app.server.on("error", (error) => app.log.error({ err: error }, "the server's socket failed"));
  app.server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) =>
    refuseExpectation(refusal, response),
  );
  dropSilentConnections(app);
  logRequests(app);
  return app;
}

/** Of two hosts, this service and a proxy before it might each believe another (RFC 9112, 3.2). */
function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  return hosts === 1 || (hosts === 0 && httpVersion !== "1.1");
}

const HOST = "host";

const START_MS = 60_000;

function settings({ logger, timeouts = TIMEOUTS }: ServerDeps) {
  return {
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: ID_LABEL,
    }),
    requestIdHeader: false,
    bodyLimit: BOUNDS.bodyBytesMax,
    // What registers the routes reads from the database and from disk: on a busy machine that takes
    // longer than the ten seconds after which the start would be given up.
    pluginTimeout: START_MS,
    requestTimeout: timeouts.requestMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkedEveryMs,
      // Answered above, as a problem.
      requireHostHeader: false,
    },
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
  } as const;
}

function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        // The query may hold a session id, which is a bearer secret; a path, whatever was typed.
        path: redactPath(request.url.split("?", 1)[0] ?? "", undefined),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "request",
    );
  });
}
