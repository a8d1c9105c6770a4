import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Admission, Busy, type Timer } from "../../kernel/queue/admission.ts";
import type { FairGate } from "../../kernel/queue/fair-gate.ts";
import { sendStep } from "../hook-step.ts";
import { keepWork } from "../../system/loop-watch.ts";

/**
 * The limits of one network's calls whose merchant is not known yet: `most` are under way at once,
 * and `lineMax` further ones wait, each for `waitMs` at most.
 */
const OF_ADDRESS = { most: 64, lineMax: 4_096, waitMs: 2_000 };

/**
 * Limits the calls under way: each call needs a place, first one of its network and then one of its
 * merchant. The places are shared so that no merchant is served at another's cost.
 */
export type FairEntry = {
  /** Takes one of the places of the client's network, until the merchant of the call is known. */
  readonly arrive: (network: string, reply: FastifyReply) => Promise<void> | undefined;
  /** Gives the place of the network back and takes one of the merchant, the `subject`. */
  readonly enter: (subject: string, reply: FastifyReply) => Promise<void> | undefined;
  /** Registers the hook that frees the place of each call when its answer leaves. */
  readonly listen: (app: FastifyInstance) => void;
};

const PLACE = Symbol("place");

declare module "fastify" {
  interface FastifyRequest {
    [PLACE]?: Place | undefined;
  }
}

type Places = Pick<Admission, "tryEnter" | "enter" | "leave">;
type Place = { readonly places: Places; readonly subject: string };

export function createFairEntry(gate: FairGate, after: Timer): FairEntry {
  const { most, lineMax, waitMs } = OF_ADDRESS;
  const networks = new Admission({ mayEnter: (held) => held < most, lineMax, waitMs, after });
  return {
    arrive: (subject, reply) => take({ places: networks, subject }, reply),
    enter(subject, reply) {
      // Given back before the wait for the merchant's place: the next call of the network may
      // belong to a merchant that need not wait.
      leave(reply.request);
      return take({ places: gate, subject }, reply);
    },
    listen(app) {
      app.addHook(
        "onSend",
        sendStep((request) => {
          leave(request);
          return undefined;
        }),
      );
    },
  };
}

function leave(request: FastifyRequest): void {
  const place = request[PLACE];
  request[PLACE] = undefined;
  place?.places.leave(place.subject);
}

function take(place: Place, reply: FastifyReply): Promise<void> | undefined {
  const hold = (): void => {
    reply.request[PLACE] = place;
  };
  if (!place.places.tryEnter(place.subject)) return waitFor(place, reply).then(hold);
  hold();
  return undefined;
}

/** @throws Busy if no place is free in time */
async function waitFor({ places, subject }: Place, { raw }: FastifyReply): Promise<void> {
  const gone = new AbortController();
  const giveUp = (): void => gone.abort();
  raw.once("close", giveUp);
  const entry = await keepWork(places.enter(subject, gone.signal));
  raw.off("close", giveUp);
  if (entry !== "entered") throw new Busy();
}
