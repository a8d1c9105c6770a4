import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendStep } from "../hook-step.ts";
import type { Leaving } from "./leaving.ts";
import type { Problem } from "../problem/problem.ts";
import type { ProblemSender } from "../problem/problem-sender.ts";

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

export type DrainMode = {
  /**
   * True if calls that still arrive are served, on connections that were open before the listener
   * closed. A proxy can't send such a call to another process, so a refusal would reach a customer.
   */
  readonly servesOn: boolean;
};

export type Drain = {
  /** Takes the last calls, or refuses them; resolves once all calls under way are answered. */
  begin(mode?: DrainMode): Promise<void>;
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
 * Creates the drain with which a stop begins: calls under way are finished, and requests that
 * `isNeeded` accepts are answered, because calls under way may depend on them. The answer to any
 * other request closes its connection, so that the client sends its next call elsewhere.
 */
export function createDrain(app: FastifyInstance, deps: DrainDeps): Drain {
  const { sendProblem, isNeeded, leaving } = deps;
  let underWay = 0;
  let onEmpty: (() => void) | undefined;
  let isRefusing = false;
  const leave = (request: FastifyRequest): void => {
    if (request[UNDER_WAY] === true) underWay -= 1;
    request[UNDER_WAY] = false;
    if (underWay === 0) onEmpty?.();
  };
  app.addHook("onRequest", (request, reply, done) => {
    const counts = !isNeeded(request);
    if (isRefusing && counts && request.routeOptions.url !== ALIVE) {
      void sendProblem(reply, STOPPING);
      return;
    }
    if (!isRefusing && counts) {
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
    begin: ({ servesOn } = { servesOn: false }) =>
      new Promise((resolve) => {
        onEmpty = resolve;
        isRefusing = !servesOn;
        if (underWay === 0) resolve();
      }),
  };
}
