import { deliverClaimed, type DeliverDeps } from "../domain/event/deliver.ts";
import type { DeliveryAnswer } from "../domain/event/delivery.ts";
import type { ClaimedDelivery } from "../domain/event/ports.ts";
import { ATTEMPT_MS } from "../domain/event/schedule.ts";
import { later, type Instant } from "../kernel/clock.ts";
import { DeliverySlots } from "./delivery-slots.ts";

/**
 * Another process may take a delivery over once its lease has ended. An attempt takes up to
 * `ATTEMPT_MS`, so it begins only while the lease has at least that long left. Without this
 * condition, a process that was stopped and resumed could send an event after another process has
 * sent that event and a later one.
 */
const LEASE_MS = 2 * ATTEMPT_MS;
const BEGINS_WITHIN_MS = LEASE_MS - ATTEMPT_MS;

export type DeliveryJobDeps = DeliverDeps & {
  /**
   * Reads the sandboxes' times, because a claimed delivery may be due by a time that this process
   * has not read yet.
   */
  readonly refreshClocks: () => Promise<void>;
  /** Called after each attempt: its slot is free, so that the next round may begin at once. */
  readonly wake: () => void;
  /** Runs an attempt as a part of its event's trace; absent while traces are off. */
  readonly trace?: TraceDelivery | undefined;
  /** Called with the answer of each attempt. */
  readonly onAnswer?: ((answer: DeliveryAnswer) => void) | undefined;
  readonly onError: (error: unknown) => void;
};

export type TraceDelivery = <Result>(
  delivery: ClaimedDelivery,
  attempt: () => Promise<Result>,
) => Promise<Result>;

export type Deliveries = {
  /** Claims deliveries for the free slots; does not wait for their attempts. */
  round(): Promise<boolean>;
  /** Resolves once no attempt is under way. */
  end(): Promise<void>;
};

/** Sends due deliveries to many endpoints at a time; a slow endpoint does not delay the others. */
export function createDeliveries(deps: DeliveryJobDeps): Deliveries {
  const slots = new DeliverySlots();
  const inFlight = new Set<Promise<void>>();
  const attempt = async (delivery: ClaimedDelivery, mayBegin: () => boolean): Promise<void> => {
    const deliver = (): Promise<DeliveryAnswer | undefined> =>
      deliverClaimed(deps, delivery, mayBegin);
    const answer = await (deps.trace?.(delivery, deliver) ?? deliver());
    if (answer !== undefined) deps.onAnswer?.(answer);
    slots.end(delivery, answer);
    deps.wake();
  };
  return {
    async round() {
      const free = slots.free();
      if (free === undefined) return false;
      const now = deps.clock.now();
      const mayBegin = windowFrom(deps, now);
      // Written out, because spreads would give each round's object a hidden class of its own.
      const claimed = await deps.deliveries.claimDue({
        now,
        leaseUntil: later(now, LEASE_MS),
        limit: free.limit,
        throttledLimit: free.throttledLimit,
        perEndpoint: free.perEndpoint,
        perThrottledEndpoint: free.perThrottledEndpoint,
        used: free.used,
        underWay: free.underWay,
      });
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
    async end() {
      await Promise.all(inFlight);
    },
  };
}

/**
 * Returns a check that is true while an attempt may begin. It needs both clocks: the wall clock may
 * be set back, and the monotonic clock stands still while the machine sleeps.
 */
function windowFrom({ clock }: DeliveryJobDeps, now: Instant): () => boolean {
  const end = later(now, BEGINS_WITHIN_MS);
  const monotonicEnd = performance.now() + BEGINS_WITHIN_MS;
  return () => clock.now() < end && performance.now() < monotonicEnd;
}
