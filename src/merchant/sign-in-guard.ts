import { SECOND, type Clock } from "../kernel/clock.ts";
import type { Digest } from "../kernel/digest.ts";
import { LIMITS } from "../limit/limits.ts";
import type { TryCounter, TryLimit } from "./user-ports.ts";

/** The source of a try to prove an identity. */
export type Tries = {
  /** What is tried, and for which account: each has counters of its own. */
  readonly subject: string;
  /** A browser that this account has signed in with before; absent for every other one. */
  readonly device: string | undefined;
  readonly network: string;
};

export type SignInGuardDeps = {
  readonly clock: Clock;
  readonly digest: Digest;
  readonly tries: TryCounter;
};

/**
 * Limits failed tries. A browser that has signed in before has a counter of its own; all others
 * share the account's, so that a stranger who locks the account does not lock its owner out. An
 * account that does not exist is counted like one that does.
 */
export class SignInGuard {
  readonly #deps: SignInGuardDeps;

  constructor(deps: SignInGuardDeps) {
    this.#deps = deps;
  }

  /**
   * Counts a try before it is looked at, so that tries at one time count as well; resolves to the
   * seconds to wait where it must not be made, else to 0.
   */
  async begin(tries: Tries): Promise<number> {
    const now = this.#deps.clock.now();
    for (const [subject, limit] of this.#countersOf(tries)) {
      const waitMs = await this.#deps.tries.take(subject, limit, now);
      if (waitMs > 0) return Math.ceil(waitMs / SECOND);
    }
    return 0;
  }

  /** The try was right: it does not count. */
  async succeeded(tries: Tries): Promise<void> {
    const [own, ...shared] = this.#countersOf(tries).toReversed();
    if (own !== undefined) await this.#deps.tries.clear(own[0]);
    for (const [subject] of shared) await this.#deps.tries.giveBack(subject);
  }

  /** In the order that they are counted in; the account's or the device's comes last. */
  #countersOf({ subject, device, network }: Tries): readonly (readonly [string, TryLimit])[] {
    const { account, network: networkLimit } = LIMITS.signInTries;
    const { sha256 } = this.#deps.digest;
    if (device !== undefined) return [[sha256(`device ${device} ${subject}`), account]];
    return [
      [sha256(`network ${network}`), networkLimit],
      [sha256(`account ${subject}`), account],
    ];
  }
}
