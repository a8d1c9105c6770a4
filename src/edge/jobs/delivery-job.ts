import { deliver, type DeliverDeps } from "../../event/deliver.ts";
import type { Delivery } from "../../event/delivery.ts";
import { later, MINUTE } from "../../kernel/clock.ts";
import { DeliverySlots } from "./delivery-slots.ts";
import { startLoop, type Sleep, type WakeableLoop } from "./loop.ts";

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
  const slots = new DeliverySlots();
  const inFlight = new Set<Promise<void>>();
  const attempt = async (delivery: Delivery): Promise<void> => {
    const answer = await deliver(deps, delivery).catch((error: unknown) => {
      // Its lease ends by itself.
      deps.onError(error);
      return undefined;
    });
    slots.end(delivery, answer);
    loop.wake();
  };
  const loop = startLoop({
    ...deps,
    everyMs: EVERY_MS,
    round: async () => {
      const free = slots.free();
      if (free === undefined) return false;
      const now = deps.clock.now();
      const lease = { now, leaseUntil: later(now, LEASE_MS) };
      const claimed = await deps.deliveries.claimDue({ ...free, ...lease });
      if (claimed.some(({ event }) => event.mode === "test")) await deps.refreshClocks();
      for (const delivery of claimed) {
        slots.begin(delivery);
        const attempted = attempt(delivery);
        inFlight.add(attempted);
        void attempted.then(() => inFlight.delete(attempted));
      }
      return false;
    },
  });
  return {
    wake: () => loop.wake(),
    async stop() {
      await loop.stop();
      await Promise.all(inFlight);
    },
  };
}
