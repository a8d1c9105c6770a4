import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendStep } from "./hook-step.ts";
import type { Leaving } from "./leaving.ts";
import type { Problem } from "./problem.ts";
import type { ProblemSender } from "./problem-sender.ts";

const UNDER_WAY = Symbol("under way");

declare module "fastify" {
  interface FastifyRequest {
    [UNDER_WAY]?: boolean;
  }
}

export type DrainDeps = {
  readonly sendProblem: ProblemSender;
  /**
   * True for requests that calls under way depend on, such as those to a bank that this server
   * mounts.
   */
  readonly isNeeded: (request: FastifyRequest) => boolean;
  /** Once it has begun, answers close their connections, so that clients find another process. */
  readonly leaving: Leaving;
};

export type Drain = {
  /** Refuses new calls; resolves once all calls under way are answered. */
  begin(): Promise<void>;
};

const STOPPING: Problem = {
  code: "service_stopping",
  detail: "The service is being stopped. Try again, on a new connection.",
  retryAfterS: 1,
};

/**
 * The liveness check is answered until the end: a supervisor would kill a process that refuses it
 * while calls are still under way.
 */
const ALIVE = "/healthz";

/**
 * Creates the drain with which a stop begins: new calls are refused, and calls under way are
 * finished. The server still listens and answers requests that `isNeeded` accepts, because calls
 * under way may depend on them. The answer to any other request closes its connection, so that the
 * client does not send its next call on that connection.
 */
export function createDrain(app: FastifyInstance, deps: DrainDeps): Drain {
  const { sendProblem, isNeeded, leaving } = deps;
  let underWay = 0;
  let onEmpty: (() => void) | undefined;
  const leave = (request: FastifyRequest): void => {
    if (request[UNDER_WAY] === true) underWay -= 1;
    request[UNDER_WAY] = false;
    if (underWay === 0) onEmpty?.();
  };
  app.addHook("onRequest", (request, reply, done) => {
    if (onEmpty !== undefined && !isNeeded(request) && request.routeOptions.url !== ALIVE) {
      void sendProblem(reply, STOPPING);
      return;
    }
    if (onEmpty === undefined && !isNeeded(request)) {
      request[UNDER_WAY] = true;
      underWay += 1;
      // A handler that took its connection over sends no answer: the call ends with the connection.
      reply.raw.once("close", () => {
        if (reply.sent) leave(request);
      });
    }
    done();
  });
  app.addHook(
    "onSend",
    sendStep((request, reply) => {
      const closes = onEmpty !== undefined || leaving.hasBegun;
      if (closes && !isNeeded(request)) reply.header("Connection", "close");
      leave(request);
      return undefined;
    }),
  );
  return {
    begin: () =>
      new Promise((resolve) => {
        onEmpty = resolve;
        if (underWay === 0) resolve();
      }),
  };
}
