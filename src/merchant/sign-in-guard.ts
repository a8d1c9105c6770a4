import { SECOND, type Clock } from "../kernel/clock.ts";
import type { Digest } from "../kernel/digest.ts";
import { countedNetworks } from "../limit/counted-networks.ts";
import { LIMITS } from "../limit/limits.ts";
import type { TryCounter, TryLimit } from "./user-ports.ts";

/** The origin of a try to prove an identity. */
export type Tries = {
  /** The kind of proof and the account; each subject has its own counters. */
  readonly subject: string;
  /** A browser in which this account has signed in before; absent for every other one. */
  readonly device: string | undefined;
  readonly network: string;
};

export type SignInGuardDeps = {
  readonly clock: Clock;
  readonly digest: Digest;
  readonly tries: TryCounter;
};

/**
 * Limits failed tries to prove an identity. A browser that has signed in before has its own
 * counter; all others share the account's counter. So a stranger who locks the account does not
 * lock out its owner. An account that does not exist is counted like one that does.
 */
export class SignInGuard {
  readonly #deps: SignInGuardDeps;

  constructor(deps: SignInGuardDeps) {
    this.#deps = deps;
  }

  /**
   * Counts a try before it is checked, so that simultaneous tries count too. Returns the
   * seconds to wait if the try is refused, else 0.
   */
  async begin(tries: Tries): Promise<number> {
    const now = this.#deps.clock.now();
    for (const [subject, limit] of this.#countersOf(tries)) {
      const waitMs = await this.#deps.tries.take(subject, limit, now);
      if (waitMs > 0) return Math.ceil(waitMs / SECOND);
    }
    return 0;
  }

  /** Takes back the count of a try that was right. */
  async succeeded(tries: Tries): Promise<void> {
    const [own, ...shared] = this.#countersOf(tries).toReversed();
    if (own !== undefined) await this.#deps.tries.clear(own[0]);
    for (const [subject] of shared) await this.#deps.tries.giveBack(subject);
  }

  /**
   * Returns the counters in the order in which they are counted; the account's or the device's
   * comes last.
   */
  #countersOf({ subject, device, network }: Tries): readonly (readonly [string, TryLimit])[] {
    const { account, network: networkLimit } = LIMITS.signInTries;
    const { sha256 } = this.#deps.digest;
    if (device !== undefined) return [[sha256(`device ${device} ${subject}`), account]];
    const networks = countedNetworks(network).map(
      ({ network: counted, room }) =>
        [
          sha256(`network ${counted}`),
          { ...networkLimit, most: networkLimit.most * room },
        ] as const,
    );
    return [...networks, [sha256(`account ${subject}`), account]];
  }
}
