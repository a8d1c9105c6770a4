import { later, MINUTE, type Clock, type Instant } from "../../kernel/clock.ts";
import { KeyServiceError } from "../../kernel/key-service.ts";

/** Credentials with the time of their end; undefined if they have none, or it is unknown. */
export type Issued<Value> = {
  readonly value: Value;
  readonly endsAt: Instant | undefined;
};

/** Credentials are replaced this long before their end, for slow calls and clocks that differ. */
const MARGIN_MS = MINUTE;

/** Credentials that are issued when they are first used, and again before they end. */
export class Renewal<Value> {
  readonly #issue: () => Promise<Issued<Value>>;
  readonly #clock: Clock;
  #held: Issued<Value> | undefined;
  #issuing: Promise<Value> | undefined;

  constructor(issue: () => Promise<Issued<Value>>, clock: Clock) {
    this.#issue = issue;
    this.#clock = clock;
  }

  /**
   * Calls with the credentials. If the service denies the call with credentials of an earlier one,
   * they may have been revoked or ended early: the call is repeated once with new ones.
   */
  async use<Result>(call: (value: Value) => Promise<Result>): Promise<Result> {
    const held = this.#valid();
    if (held !== undefined) {
      try {
        return await call(held.value);
      } catch (error) {
        if (!(error instanceof KeyServiceError) || error.fault !== "denied") throw error;
      }
    }
    return call(await this.#another(held));
  }

  /** Credentials other than `old`: those that a simultaneous call asks for, or has got since. */
  #another(old: Issued<Value> | undefined): Promise<Value> {
    const held = this.#valid();
    if (held !== undefined && held !== old) return Promise.resolve(held.value);
    this.#issuing ??= this.#issueOnce().finally(() => {
      this.#issuing = undefined;
    });
    return this.#issuing;
  }

  async #issueOnce(): Promise<Value> {
    const issued = await this.#issue();
    this.#held = issued;
    return issued.value;
  }

  #valid(): Issued<Value> | undefined {
    const held = this.#held;
    if (held?.endsAt === undefined) return held;
    return this.#clock.now() < later(held.endsAt, -MARGIN_MS) ? held : undefined;
  }
}
