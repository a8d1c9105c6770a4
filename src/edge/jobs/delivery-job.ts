import { deliverClaimed, type DeliverDeps } from "../../event/deliver.ts";
import type { ClaimedDelivery } from "../../event/ports.ts";
import { ATTEMPT_MS } from "../../event/schedule.ts";
import { later, type Instant } from "../../kernel/clock.ts";
import { DeliverySlots } from "./delivery-slots.ts";
import { startLoop, type Sleep, type WakeableLoop } from "./loop.ts";

/**
 * A delivery of a process that died is tried again after it. An attempt begins only while the lease
 * outlasts it: a process that was stopped, and wakes, must not send what another has sent since.
 */
const LEASE_MS = 2 * ATTEMPT_MS;
const BEGINS_WITHIN_MS = LEASE_MS - ATTEMPT_MS;
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
  const attempt = async (delivery: ClaimedDelivery, mayBegin: () => boolean): Promise<void> => {
    slots.end(delivery, await deliverClaimed(deps, delivery, mayBegin));
    loop.wake();
  };
  const loop = startLoop({
    name: "deliver-webhooks",
    ...deps,
    everyMs: EVERY_MS,
    round: async () => {
      const free = slots.free();
      if (free === undefined) return false;
      const now = deps.clock.now();
      const mayBegin = windowFrom(deps, now);
      const lease = { now, leaseUntil: later(now, LEASE_MS) };
      const claimed = await deps.deliveries.claimDue({ ...free, ...lease });
      if (claimed.some(({ place }) => place.mode === "test")) await deps.refreshClocks();
      for (const delivery of claimed) {
        slots.begin(delivery);
        const attempted: Promise<void> = attempt(delivery, mayBegin)
          .catch(deps.onError)
          .finally(() => inFlight.delete(attempted));
        inFlight.add(attempted);
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

/**
 * Two clocks, because either may stand still or be set back: the one that leases go by while the
 * system's is corrected, the monotonic one while the machine sleeps.
 */
function windowFrom({ clock }: DeliveryJobDeps, now: Instant): () => boolean {
  const end = later(now, BEGINS_WITHIN_MS);
  const monotonicEnd = performance.now() + BEGINS_WITHIN_MS;
  return () => clock.now() < end && performance.now() < monotonicEnd;
}
