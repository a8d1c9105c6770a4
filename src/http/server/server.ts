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
import type { Logger } from "../../system/logger.ts";
import { maskRequestId } from "../../system/redaction/mask-secrets.ts";
import { redactPath } from "../../system/redaction/redact-path.ts";
import { readJsonBodies } from "../body/body-parser.ts";
import { boundBodies, type BodyRoom } from "../body/body-room.ts";
import { handleErrors, problemOf, type ErrorDeps } from "./errors.ts";
import { loggedFacts } from "./logged-facts.ts";
import { restoreMethod, routeUnusualMethod } from "../../page/methods.ts";
import type { ShowNowhere } from "../../page/entrance/entrance-routes.tsx";
import { statusOf } from "../problem/problem-codes.ts";
import { docsAddress, type Problem } from "../problem/problem.ts";
import { answerNowhere } from "./register-routes.ts";
import { RequestLogger } from "./request-logger.ts";
import { securityHeaders } from "../../page/security-headers.ts";
import { limitConnections, type ConnectionLimits } from "../limit/connection-limits.ts";
import { dropSilentConnections } from "./silent-connections.ts";
import { hasLongQuery, isSound } from "./sound-request.ts";
import { MALFORMED, refuseExpectation, refuseOnSocket } from "./socket-refusal.ts";

export type ServerDeps = ErrorDeps & {
  readonly logger: Logger;
  readonly random: Random;
  /** The service's own address in links. If it is https, browsers remember that it always is. */
  readonly publicUrl: string;
  readonly timeouts?: ServerTimeouts;
  /** Absent on ports that only supervisors reach. */
  readonly connections?: ConnectionLimits;
  /** The room for the request bodies that are being received; absent: that of a whole process. */
  readonly bodyRoom?: BodyRoom;
  /** Answers wrong addresses with a page where a person asks; absent on ports without pages. */
  readonly showNowhere?: ShowNowhere;
};

/** The longest times that a client may take, in milliseconds. */
export type ServerTimeouts = {
  readonly headersMs: number;
  /** For a whole request with its body. */
  readonly requestMs: number;
  /** Between two parts of an answer that the client receives. */
  readonly silentMs: number;
  /** The interval at which connections are checked. */
  readonly checkedEveryMs: number;
};

const TIMEOUTS: ServerTimeouts = {
  headersMs: 10 * SECOND,
  requestMs: 30 * SECOND,
  // Longer than any call takes until its answer begins; event streams send something every 15 s.
  silentMs: 300 * SECOND,
  checkedEveryMs: 5 * SECOND,
};

/** A request id that is safe in a header and a log line. */
const REQUEST_ID = /^[A-Za-z0-9._~-]{1,128}$/;
const ID_LABEL = "request_id";
/**
 * Longer than the keep-alive of load balancers, so that none sends into a connection that closes.
 */
const KEEP_ALIVE_MS = 72_000;

/** Creates the HTTP server with the conventions of every route (contract C2), without routes. */
export function createServer(deps: ServerDeps): FastifyInstance {
  const headers = securityHeaders(deps.publicUrl.startsWith("https:"));
  const newRequestId = (): string => `req_${randomText(deps.random, 20)}`;
  const refusal = { docs: docsAddress(deps.publicUrl), headers, newRequestId };
  const mark = (reply: FastifyReply, id: string): FastifyReply =>
    reply.headers(headers).header("X-Request-Id", id);
  const app: FastifyInstance = Fastify({
    ...settings(deps),
    genReqId: ({ headers: { "x-request-id": id } }) =>
      typeof id === "string" && REQUEST_ID.test(id) ? id : newRequestId(),
    clientErrorHandler: (error, socket: Socket) => refuseOnSocket(refusal, error, socket),
    // No hook runs for a path that can't be decoded.
    frameworkErrors(error, request, reply) {
      const problem = problemOf(deps, error);
      mark(reply.header("Connection", "close"), request.id);
      if (deps.showNowhere?.(reply, statusOf(problem)) === undefined) {
        deps.sendProblem(reply, problem);
      }
    },
  });
  // The client chooses the request id: it may be a card number, and each log line has it.
  app.setChildLoggerFactory(
    (parent, { [ID_LABEL]: id }, options) =>
      new RequestLogger(() =>
        parent.child({ [ID_LABEL]: maskRequestId(String(id)) }, options ?? {}),
      ),
  );
  readJsonBodies(app);
  handleErrors(app, deps);
  admitRequests(app, deps, mark);
  boundBodies(app, deps.bodyRoom);
  // Also answers `reply.callNotFound()`, for example for an unknown asset.
  app.setNotFoundHandler((_request, reply) => answerNowhere(deps, reply));
  // An error of the listening socket, for example that no connection can be accepted because the
  // process has no file descriptor left.
  app.server.on("error", (error) => app.log.error({ err: error }, "the server's socket failed"));
  app.server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) =>
    refuseExpectation(refusal, response),
  );
  dropSilentConnections(app);
  if (deps.connections !== undefined) limitConnections(app.server, deps.connections);
  logRequests(app);
  return app;
}

function admitRequests(
  app: FastifyInstance,
  deps: ServerDeps,
  mark: (reply: FastifyReply, id: string) => FastifyReply,
): void {
  // Node would leave out the fields after the 2,000th, such as the address that a proxy has added.
  app.server.maxHeadersCount = 0;
  app.addHook("onRequest", (request, reply, done) => {
    restoreMethod(request.raw);
    mark(reply, request.id);
    if (!isSound(request.raw)) {
      // The bytes that follow on the connection may be a part of this request.
      void deps.sendProblem(reply.header("Connection", "close"), MALFORMED);
    } else if (hasLongQuery(request.raw)) void deps.sendProblem(reply, LONG_QUERY);
    // An unknown path is answered before the body is read.
    else if (request.is404) void answerNowhere(deps, reply);
    else done();
  });
}

const LONG_QUERY: Problem = {
  code: "bad_request",
  detail: `The query has more than ${BOUNDS.formFieldsMax} fields.`,
};

const START_MS = 60_000;

function settings({ logger, timeouts = TIMEOUTS }: ServerDeps) {
  return {
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: ID_LABEL,
    }),
    requestIdHeader: false,
    rewriteUrl: routeUnusualMethod,
    bodyLimit: BOUNDS.bodyBytesMax,
    // Registering routes reads from the database and from disk, which can take longer than
    // Fastify's ten seconds on a busy machine.
    pluginTimeout: START_MS,
    requestTimeout: timeouts.requestMs,
    connectionTimeout: timeouts.silentMs,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkedEveryMs,
      // The `onRequest` hook answers a missing `Host` with a problem.
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
  const { log } = app;
  app.addHook("onResponse", (request, reply, done) => {
    // A route that is called all the time writes its warnings only.
    if (request.routeOptions.logLevel === "warn") {
      done();
      return;
    }
    log.info(
      {
        [ID_LABEL]: maskRequestId(request.id),
        method: request.method,
        // The query is not logged, because it may hold a session id, which is a bearer secret; the
        // path may hold any text and is redacted.
        path: redactPath(request.url.split("?", 1)[0] ?? "", undefined),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...loggedFacts(request),
      },
      "request",
    );
    done();
  });
}
