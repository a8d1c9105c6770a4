import type {
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  onSendHookHandler,
} from "fastify";

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
  return (request: FastifyRequest, reply: FastifyReply, proceed: HookHandlerDoneFunction): void => {
    const waiting = work(request, reply);
    if (waiting === undefined) proceed();
    else waiting.then(() => proceed(), proceed);
  };
}

type SendStep = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
) => Promise<unknown> | undefined;

/** Makes an `onSend` hook; a promise of its work resolves to the payload to send instead. */
export function sendStep(work: SendStep): onSendHookHandler {
  return (request, reply, ...[payload, proceed]) => {
    const waiting = work(request, reply, payload);
    if (waiting === undefined) proceed(null, payload);
    else waiting.then((other) => proceed(null, other), proceed);
  };
}
