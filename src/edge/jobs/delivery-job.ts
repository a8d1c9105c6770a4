import { deliver, type DeliverDeps } from "../../event/deliver.ts";
import type { Delivery } from "../../event/delivery.ts";
import type { ClaimRequest } from "../../event/ports.ts";
import { later, MINUTE } from "../../kernel/clock.ts";
import type { EndpointId } from "../../kernel/ids.ts";
import { startLoop, type Sleep, type WakeableLoop } from "./loop.ts";

/** At once, of one process. */
const IN_FLIGHT_MAX = 256;
/** Of these, to endpoints that fail: they may hold each connection until it times out. */
const FAILING_MAX = 64;
const PER_ENDPOINT = 8;
const PER_FAILING_ENDPOINT = 1;
/** Longer than an attempt can take; a delivery of a process that died is tried again after it. */
const LEASE_MS = MINUTE;
const EVERY_MS = 500;

export type DeliveryJobDeps = DeliverDeps & {
  /** What is due in a sandbox may be so by a time that this process has not noticed yet. */
  readonly refreshClocks: () => Promise<void>;
  readonly sleep: Sleep;
  readonly onError: (error: unknown) => void;
};

/** Delivers what is due, to many endpoints at a time, and waits for nobody. */
export function startDeliveries(deps: DeliveryJobDeps): WakeableLoop {
  const inFlight = new Map<Delivery, Promise<void>>();
  const attempt = async (delivery: Delivery): Promise<void> => {
    try {
      await deliver(deps, delivery);
    } catch (error) {
      // Its lease ends by itself.
      deps.onError(error);
    }
    inFlight.delete(delivery);
    loop.wake();
  };
  const loop = startLoop({
    ...deps,
    everyMs: EVERY_MS,
    round: async () => {
      const request = claimOf(deps, [...inFlight.keys()]);
      if (request.limit === 0) return false;
      const claimed = await deps.deliveries.claimDue(request);
      if (claimed.some(({ event }) => event.mode === "test")) await deps.refreshClocks();
      for (const delivery of claimed) inFlight.set(delivery, attempt(delivery));
      return false;
    },
  });
  return {
    wake: () => loop.wake(),
    async stop() {
      await loop.stop();
      await Promise.all(inFlight.values());
    },
  };
}

function claimOf({ clock }: DeliveryJobDeps, inFlight: readonly Delivery[]): ClaimRequest {
  const busy = new Map<EndpointId, number>();
  for (const { endpoint } of inFlight) {
    busy.set(endpoint.endpointId, (busy.get(endpoint.endpointId) ?? 0) + 1);
  }
  const failing = inFlight.filter(({ endpoint }) => endpoint.failingSince !== undefined).length;
  const now = clock.now();
  return {
    now,
    leaseUntil: later(now, LEASE_MS),
    limit: IN_FLIGHT_MAX - inFlight.length,
    failingLimit: Math.max(0, FAILING_MAX - failing),
    perEndpoint: PER_ENDPOINT,
    perFailingEndpoint: PER_FAILING_ENDPOINT,
    busy,
  };
}
