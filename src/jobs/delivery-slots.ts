import type { DeliveryAnswer } from "../domain/event/delivery.ts";
import type { ClaimedDelivery, ClaimRequest, DeliveriesUnderWay } from "../domain/event/ports.ts";
import type { EndpointId, MerchantId } from "../kernel/ids.ts";

/** Deliveries that one process has under way at once. */
const IN_FLIGHT_MAX = 256;
/**
 * Deliveries to throttled endpoints that one process has under way at once; each of them may hold
 * its connection until it times out. Deliveries under way to failing endpoints (at least one
 * failure) count towards this limit as well.
 */
const THROTTLED_MAX = 64;
const PER_ENDPOINT = 8;
const PER_THROTTLED_ENDPOINT = 1;
/** An endpoint is slow if its last answer took at least this time. */
const SLOW_MS = 2_000;
/**
 * Deliveries to one slow endpoint at once while more than half of all slots are taken; otherwise
 * its limit is `PER_ENDPOINT`.
 */
const PER_SLOW_ENDPOINT = 2;
/** The number of slow endpoints that are remembered. */
const REMEMBERED = 10_000;

export type Slots = Omit<ClaimRequest, "now" | "leaseUntil">;

/** The slots of one process, each for one delivery under way, and the limits of the next claim. */
export class DeliverySlots {
  readonly #underWay = new Set<ClaimedDelivery>();
  readonly #slow = new Set<EndpointId>();

  begin(delivery: ClaimedDelivery): void {
    this.#underWay.add(delivery);
  }

  /** `answer` is undefined if the attempt failed on our side. */
  end(delivery: ClaimedDelivery, answer: DeliveryAnswer | undefined): void {
    this.#underWay.delete(delivery);
    if (answer === undefined) return;
    const { endpointId } = delivery;
    this.#slow.delete(endpointId);
    if (answer.durationMs < SLOW_MS) return;
    this.#slow.add(endpointId);
    const [oldest] = this.#slow;
    if (this.#slow.size > REMEMBERED && oldest !== undefined) this.#slow.delete(oldest);
  }

  /** Returns the limits of the next claim, or undefined if all slots are taken. */
  free(): Slots | undefined {
    const limit = IN_FLIGHT_MAX - this.#underWay.size;
    if (limit === 0) return undefined;
    const underWay = this.#countByMerchant();
    const failing = [...underWay.values()].reduce((sum, one) => sum + one.failing, 0);
    return {
      limit,
      throttledLimit: Math.max(0, THROTTLED_MAX - failing),
      perEndpoint: PER_ENDPOINT,
      perThrottledEndpoint: PER_THROTTLED_ENDPOINT,
      used: this.#used(limit),
      underWay,
    };
  }

  #countByMerchant(): ReadonlyMap<MerchantId, DeliveriesUnderWay> {
    const underWay = new Map<MerchantId, DeliveriesUnderWay>();
    for (const { place, isFailing } of this.#underWay) {
      const { all, failing } = underWay.get(place.merchantId) ?? { all: 0, failing: 0 };
      underWay.set(place.merchantId, { all: all + 1, failing: failing + (isFailing ? 1 : 0) });
    }
    return underWay;
  }

  #used(limit: number): ReadonlyMap<EndpointId, number> {
    const used = new Map<EndpointId, number>();
    if (limit < IN_FLIGHT_MAX / 2) {
      for (const endpointId of this.#slow) used.set(endpointId, PER_ENDPOINT - PER_SLOW_ENDPOINT);
    }
    for (const { endpointId } of this.#underWay) {
      used.set(endpointId, (used.get(endpointId) ?? 0) + 1);
    }
    return used;
  }
}
