import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Problem, ProblemSender } from "./problem.ts";

export type DrainDeps = {
  readonly sendProblem: ProblemSender;
  /** What calls under way need to be finished, such as a bank that this very server is. */
  readonly isNeeded: (request: FastifyRequest) => boolean;
};

export type Drain = {
  /** Refuses calls from now on; resolves once all that were under way are answered. */
  begin(): Promise<void>;
};

const STOPPING: Problem = {
  code: "service_stopping",
  detail: "The service is being stopped. Try again, on a new connection.",
  retryAfterS: 1,
};

/** Whoever watches it would kill what is still finishing its work. */
const ALIVE = "/healthz";

/**
 * The first half of a stop: the server still listens, for calls under way may need it themselves.
 * Each answer says that its connection ends, so that nobody sends the next call into it.
 */
export function createDrain(app: FastifyInstance, { sendProblem, isNeeded }: DrainDeps): Drain {
  const underWay = new Set<FastifyRequest>();
  let onEmpty: (() => void) | undefined;
  app.addHook("onRequest", async (request, reply) => {
    if (isNeeded(request)) return;
    if (onEmpty === undefined) underWay.add(request);
    else if (request.routeOptions.url !== ALIVE) await sendProblem(reply, STOPPING);
  });
  app.addHook("onSend", async (request, reply) => {
    underWay.delete(request);
    if (onEmpty === undefined) return;
    if (!isNeeded(request)) reply.header("Connection", "close");
    if (underWay.size === 0) onEmpty();
  });
  return {
    begin: () =>
      new Promise((resolve) => {
        onEmpty = resolve;
        if (underWay.size === 0) resolve();
      }),
  };
}
