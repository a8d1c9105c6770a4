import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from "fastify";

/** The work of a hook; it returns a promise only if it has to wait. */
export type HookStep = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown> | undefined;

/**
 * Makes a hook that continues at once where its work need not wait. An async hook would cost each
 * call a promise and a turn of the microtask queue.
 */
export function hookStep(work: HookStep) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const waiting = work(request, reply);
    if (waiting === undefined) done();
    else waiting.then(() => done(), done);
  };
}
