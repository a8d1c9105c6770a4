import type { Session } from "../session/session.ts";
import { SECOND } from "../../kernel/clock.ts";
import { SweptMap } from "../../kernel/swept-map.ts";
import { countedNetworks } from "../limit/counted-networks.ts";
import { LIMITS } from "../limit/limits.ts";
import type { SharedBuckets, BucketRule } from "../limit/shared-buckets.ts";
import type { Clocks } from "../merchant/clocks.ts";
import type { DeclineReason } from "./decline.ts";
import {
  hourly,
  merchantRule,
  merchantRules,
  refusedRule,
  seenRule,
  sessionRule,
  type CardOwner,
} from "./card-buckets.ts";
import type { Outcome } from "./pay-result.ts";
import type { Payment } from "./payment.ts";

/** A card payment before its request to the bank. */
export type CardCheck = {
  readonly session: Session;
  /** The client's IPv4 address or IPv6 /64; absent if the payment was not begun by a call. */
  readonly clientNetwork?: string | undefined;
};

/**
 * Limits card testing. Failed cards fill leaky buckets of the session, of the client's address and
 * of the merchant. Successes empty the buckets of the address and of the merchant again, so that an
 * office behind one address, where most payments succeed, is never limited. All processes share the
 * buckets, and a restart keeps them (docs/decisions/limits.md).
 */
export class CardGuard {
  readonly #clocks: Clocks;
  readonly #buckets: SharedBuckets;
  readonly #inFlight = new SweptMap<number>((payments) => payments === 0);

  constructor(clocks: Clocks, buckets: SharedBuckets) {
    this.#clocks = clocks;
    this.#buckets = buckets;
  }

  /**
   * Remembers that an API key of the merchant in this mode was used from this address. Payments
   * from this address in this mode then count as those of the merchant's server, which has a higher
   * limit than a customer.
   */
  sawServer(owner: CardOwner, network: string): void {
    const seen = seenRule(owner, network);
    if (this.#buckets.used(seen) < LIMITS.serverSeenAgain) this.#buckets.add(seen, 1);
  }

  /** Returns the seconds until the card is allowed, or `undefined` if it is allowed now. */
  waitBefore(check: CardCheck): number | undefined {
    const { session } = check;
    const inSession = sessionRule(session);
    if (this.#buckets.used(inSession) + 1 > inSession.capacity) {
      return secondsUp(session.expiresAt - this.#clocks.now(session));
    }
    const waits = this.#sourceBuckets(session, check.clientNetwork).flatMap((rule) => {
      const waitS = this.#waitAtSource(rule);
      return waitS === undefined ? [] : [waitS];
    });
    return waits.length === 0 ? undefined : Math.max(...waits);
  }

  /**
   * Runs a payment and counts it as under way while it runs, so that many simultaneous payments
   * from one address are limited before the first of them has an outcome.
   */
  async during<Value>(check: CardCheck, work: () => Promise<Value>): Promise<Value> {
    const rules = this.#sourceBuckets(check.session, check.clientNetwork);
    const count = (by: number): void => {
      for (const { subject } of rules) this.#inFlight.set(subject, this.#inFlightAt(subject) + by);
    };
    count(1);
    try {
      return await work();
    } finally {
      count(-1);
    }
  }

  /**
   * True if so many of a merchant's cards fail that each must pass 3-D Secure; never in test mode.
   */
  mustAuthenticate(owner: CardOwner): boolean {
    const rule = merchantRule(owner);
    return owner.mode === "live" && this.#buckets.used(rule) + 1 > rule.capacity;
  }

  /**
   * Counts the outcome of a card payment; `payment` is the payment as it was before the outcome.
   * Resolves once the other processes can see a failure, so that the limit already applies to the
   * customer's next payment when the answer leaves.
   */
  async ended(payment: Payment, outcome: Outcome): Promise<void> {
    if (payment.card === undefined) return;
    switch (outcome.kind) {
      case "approved":
        return this.#succeeded(payment);
      case "declined":
        return this.#failed(payment, outcome.reason);
      case "challenge":
        // A challenge already reveals that the card is valid, so it counts as a failure until its
        // outcome: a success takes the count back, and a decline is not counted again.
        return this.#addToSource(payment, 1);
      case "transfer_offer":
      case "unknown":
        return undefined;
    }
  }

  #succeeded(payment: Payment): void {
    const challenged = wasChallenged(payment) ? 1 : 0;
    this.#addToSource(payment, -LIMITS.successFrees - challenged);
    for (const rule of merchantRules(payment)) {
      // An empty bucket cannot fall any lower, so the other processes need no message.
      if (this.#buckets.used(rule) > 0) this.#buckets.add(rule, -LIMITS.merchantSuccessFrees);
    }
  }

  async #failed(payment: Payment, reason: DeclineReason): Promise<void> {
    const weight = WEIGHT[reason];
    if (weight === "none") return;
    const pushed = [this.#buckets.push(sessionRule(payment), 1)];
    if (weight === "card") {
      const sources = this.#sourceBuckets(payment, payment.clientNetwork);
      const rules = [...(wasChallenged(payment) ? [] : sources), ...merchantRules(payment)];
      pushed.push(...rules.map((rule) => this.#buckets.push(rule, 1)));
    }
    await Promise.all(pushed);
  }

  #addToSource(payment: Payment, amount: number): void {
    for (const rule of this.#sourceBuckets(payment, payment.clientNetwork)) {
      if (amount > 0 || this.#buckets.used(rule) > 0) this.#buckets.add(rule, amount);
    }
  }

  /** Returns the buckets of the client's networks; none if the address is not limited. */
  #sourceBuckets(owner: CardOwner, network: string | undefined): readonly SourceRule[] {
    if (network === undefined) return [];
    const { merchantId, mode } = owner;
    const isServer = this.#buckets.used(seenRule(owner, network)) > 0;
    const capacity = isServer ? LIMITS.cardFailures.server[mode] : LIMITS.cardFailures.client[mode];
    const whose = isServer ? `server ${merchantId}` : "client";
    if (capacity === Number.POSITIVE_INFINITY) return [];
    const share = !isServer && this.#hasManyRefused(owner) ? LIMITS.refusedShare : 1;
    return countedNetworks(network).map((counted) => ({
      crowd: LIMITS.cardCrowd[mode] * counted.room,
      ...hourly({
        subject: `${whose} ${mode} ${counted.network}`,
        capacity: Math.ceil(capacity * share) * counted.room,
      }),
    }));
  }

  /** True if so many live cards of the merchant are refused that cards are probably tested. */
  #hasManyRefused(owner: CardOwner): boolean {
    const rule = refusedRule(owner);
    return owner.mode === "live" && this.#buckets.used(rule) + 1 > rule.capacity;
  }

  #waitAtSource({ crowd, ...rule }: SourceRule): number | undefined {
    const { subject, capacity, perSecond } = rule;
    const used = this.#buckets.used(rule);
    if (used + 1 > capacity) return Math.max(1, Math.ceil((used + 1 - capacity) / perSecond));
    const room = used > 0 ? Math.min(crowd, capacity - used) : crowd;
    return this.#inFlightAt(subject) + 1 > room ? 1 : undefined;
  }

  #inFlightAt(subject: string): number {
    return this.#inFlight.get(subject) ?? 0;
  }
}

/** The bucket of an address; `crowd` is how many of its payments may be under way at once. */
type SourceRule = BucketRule & { readonly crowd: number };

/**
 * The buckets that a decline fills: `card` all of them, `customer` (the customer turned away) only
 * that of the session, `none` no bucket.
 */
type DeclineWeight = "card" | "customer" | "none";

const WEIGHT = {
  insufficient_balance: "card",
  card_blocked: "card",
  invalid_card_number: "card",
  do_not_honour: "card",
  expired_card: "card",
  invalid_cvc: "card",
  suspected_fraud: "card",
  three_d_secure_failed: "card",
  three_d_secure_unavailable: "card",
  general_error: "card",
  three_d_secure_timeout: "customer",
  cancelled_by_customer: "customer",
  authentication_failed: "none",
  payment_timeout: "none",
  transfer_not_received: "none",
  bank_unreachable: "none",
} as const satisfies Record<DeclineReason, DeclineWeight>;

/** True if the challenge was already counted as a failure when it began. */
function wasChallenged({ state, threeDSecure }: Payment): boolean {
  return threeDSecure && state !== "calling";
}

function secondsUp(ms: number): number {
  return Math.max(1, Math.ceil(ms / SECOND));
}
