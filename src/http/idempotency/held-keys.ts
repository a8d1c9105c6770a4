import { later, type Clock, type Instant } from "../../kernel/clock.ts";
import { LIMITS } from "../../domain/limit/limits.ts";
import type { KeyedCall } from "./idempotency-key.ts";

/** The idempotency key of a call that is under way in this process. */
export type HeldKey = { readonly call: KeyedCall; readonly leaseUntil: Instant };

export interface KeyHolds {
  /** Keeps the keys from being taken over until a time; keys that others have now are left out. */
  hold(keys: readonly HeldKey[], heldUntil: Instant): Promise<void>;
}

/** Renews the holds of long calls; a short call ends before its hold does. */
export class HeldKeys {
  readonly #clock: Clock;
  readonly #holds: KeyHolds;
  /** The end of the hold of each key. */
  readonly #held = new Map<HeldKey, Instant>();

  constructor(clock: Clock, holds: KeyHolds) {
    this.#clock = clock;
    this.#holds = holds;
  }

  begin(key: HeldKey, heldUntil: Instant): void {
    this.#held.set(key, heldUntil);
  }

  end(key: HeldKey): void {
    this.#held.delete(key);
  }

  async renew(): Promise<void> {
    const now = this.#clock.now();
    // Calls whose clients left before the answer have no end of their own.
    for (const key of this.#held.keys()) if (key.leaseUntil <= now) this.#held.delete(key);
    const soon = later(now, LIMITS.keyHoldMs - LIMITS.keyHoldRenewedMs);
    const due = [...this.#held].filter(([, until]) => until <= soon).map(([key]) => key);
    if (due.length === 0) return;
    const heldUntil = later(now, LIMITS.keyHoldMs);
    await this.#holds.hold(due, heldUntil);
    for (const key of due) if (this.#held.has(key)) this.#held.set(key, heldUntil);
  }
}
