import type { FastifyReply } from "fastify";
import type { EventScope } from "../../domain/event/event.ts";

/** The most event streams of one process; each occupies a connection until its client leaves. */
const STREAMS_MAX = 1_000;
/** The most event streams of one merchant and mode in a process. */
export const OWN_STREAMS_MAX = 20;

export type OpenStreams = {
  /** Returns the signal that ends the stream of an answer, or undefined if too many are open. */
  open(scope: EventScope, reply: FastifyReply): AbortSignal | undefined;
  closeAll(): void;
};

/** Counts the open streams, and ends them when the service stops. */
export function createOpenStreams(): OpenStreams {
  const open = new Map<AbortController, string>();
  return {
    open({ merchantId, mode }, reply) {
      const owner = `${merchantId} ${mode}`;
      const own = [...open.values()].filter((other) => other === owner).length;
      if (open.size >= STREAMS_MAX || own >= OWN_STREAMS_MAX) return undefined;
      const controller = new AbortController();
      open.set(controller, owner);
      reply.raw.once("close", () => {
        open.delete(controller);
        controller.abort();
      });
      return controller.signal;
    },
    closeAll() {
      for (const controller of open.keys()) controller.abort();
    },
  };
}
