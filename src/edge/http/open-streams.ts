import type { FastifyReply } from "fastify";
import type { EventScope } from "../../event/event.ts";

/** Streams of one process; each holds a connection for as long as its reader likes. */
const STREAMS_MAX = 1_000;
/** Of one merchant and mode. */
export const OWN_STREAMS_MAX = 20;

export type OpenStreams = {
  /** The signal that ends the stream of an answer; `undefined` where there are too many. */
  open(scope: EventScope, reply: FastifyReply): AbortSignal | undefined;
  closeAll(): void;
};

/** Counts the streams that are open, and ends them when the service does. */
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
