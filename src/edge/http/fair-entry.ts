import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Admission, Busy, type After } from "../../kernel/admission.ts";
import type { FairGate } from "../../kernel/fair-gate.ts";
import { keepWork } from "../system/loop-watch.ts";

/** Calls of one address of which it is not known yet whose they are. */
const OF_ADDRESS = { most: 64, lineMax: 4_096, waitMs: 2_000 };

/** Where calls wait for a place, so that none is served at the cost of another merchant's. */
export type FairEntry = {
  /** A place among those of the client's network, until it is known whose call it is. */
  readonly arrive: (network: string, reply: FastifyReply) => Promise<void>;
  /** Exchanges it for a place among those of a merchant. */
  readonly enter: (subject: string, reply: FastifyReply) => Promise<void>;
  /** Frees the place of each call as its answer leaves. */
  readonly listen: (app: FastifyInstance) => void;
};

type Places = Pick<Admission, "tryEnter" | "enter" | "leave">;
type Place = { readonly places: Places; readonly subject: string };

export function createFairEntry(gate: FairGate, after: After): FairEntry {
  const { most, lineMax, waitMs } = OF_ADDRESS;
  const networks = new Admission({ mayEnter: (held) => held < most, lineMax, waitMs, after });
  const held = new WeakMap<FastifyRequest, Place>();
  const leave = (request: FastifyRequest): void => {
    const place = held.get(request);
    held.delete(request);
    place?.places.leave(place.subject);
  };
  const take = async (place: Place, reply: FastifyReply): Promise<void> => {
    const { places, subject } = place;
    if (!places.tryEnter(subject)) await waitFor(place, reply);
    held.set(reply.request, place);
  };
  return {
    arrive: (subject, reply) => take({ places: networks, subject }, reply),
    enter(subject, reply) {
      // First, so that calls of the same network, which may be another merchant's, don't wait too.
      leave(reply.request);
      return take({ places: gate, subject }, reply);
    },
    listen(app) {
      app.addHook("onSend", async (request) => leave(request));
    },
  };
}

/** @throws Busy where its turn does not come in time. */
async function waitFor({ places, subject }: Place, { raw }: FastifyReply): Promise<void> {
  const gone = new AbortController();
  const giveUp = (): void => gone.abort();
  raw.once("close", giveUp);
  const entry = await keepWork(places.enter(subject, gone.signal));
  raw.off("close", giveUp);
  if (entry !== "entered") throw new Busy();
}
