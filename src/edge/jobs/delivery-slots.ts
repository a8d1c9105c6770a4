import type { DeliveryAnswer } from "../../event/delivery.ts";
import type { ClaimedDelivery, ClaimRequest, DeliveriesUnderWay } from "../../event/ports.ts";
import type { EndpointId, MerchantId } from "../../kernel/ids.ts";

/** At once, of one process. */
const IN_FLIGHT_MAX = 256;
/** Of these, to endpoints that fail: they may hold each connection until it times out. */
const FAILING_MAX = 64;
const PER_ENDPOINT = 8;
const PER_FAILING_ENDPOINT = 1;
/** An endpoint whose last answer took longer holds its places for long. */
const SLOW_MS = 2_000;
/** What it may have once half of all places are taken; before that it has as many as others. */
const PER_SLOW_ENDPOINT = 2;
/** Endpoints whose last answer is remembered. */
const REMEMBERED = 10_000;

export type Slots = Omit<ClaimRequest, "now" | "leaseUntil">;

/** The places that deliveries of one process hold, and what may be claimed beside them. */
export class DeliverySlots {
  readonly #underWay = new Set<ClaimedDelivery>();
  readonly #slow = new Set<EndpointId>();

  begin(delivery: ClaimedDelivery): void {
    this.#underWay.add(delivery);
  }

  /** The answer is absent where the attempt failed on our side. */
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

  /** What may be claimed; `undefined` where every place is taken. */
  free(): Slots | undefined {
    const limit = IN_FLIGHT_MAX - this.#underWay.size;
    if (limit === 0) return undefined;
    const underWay = this.#countByMerchant();
    const failing = [...underWay.values()].reduce((sum, one) => sum + one.failing, 0);
    return {
      limit,
      failingLimit: Math.max(0, FAILING_MAX - failing),
      perEndpoint: PER_ENDPOINT,
      perFailingEndpoint: PER_FAILING_ENDPOINT,
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
