import { SECOND, type Clock } from "../../kernel/clock.ts";
import type { Digest } from "../../kernel/digest.ts";
import { countedNetworks } from "../limit/counted-networks.ts";
import { LIMITS } from "../limit/limits.ts";
import type { TryCounter, TryLimit } from "./user-ports.ts";

/** The origin of a try to prove an identity. */
export type TryOrigin = {
  readonly proof: "password" | "code";
  /** Whose identity is proved; each account has its own counters of each proof. */
  readonly account: string;
  /** A browser in which this account has signed in before; absent for every other one. */
  readonly device: string | undefined;
  readonly network: string;
};

export type SignInGuardDeps = {
  readonly clock: Clock;
  readonly digest: Digest;
  readonly tries: TryCounter;
};

type Counter = readonly [subject: string, limit: TryLimit];

/**
 * Limits failed tries to prove an identity. A browser that has signed in before has its own
 * counter. All others are counted by their network, so that a stranger's wrong passwords lock the
 * account for the stranger's network alone; only many networks together lock it for all unknown
 * browsers. An account that does not exist is counted like one that does. The reasons are in
 * docs/decisions/sign-in.md.
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
  async begin(tries: TryOrigin): Promise<number> {
    const now = this.#deps.clock.now();
    for (const [subject, limit] of this.#countersOf(tries)) {
      const waitMs = await this.#deps.tries.take(subject, limit, now);
      if (waitMs > 0) return Math.ceil(waitMs / SECOND);
    }
    return 0;
  }

  /** Takes back the count of a try that was right. */
  async succeeded(tries: TryOrigin): Promise<void> {
    const own = this.#ownSubject(tries);
    for (const [subject] of this.#countersOf(tries)) {
      if (subject === own) await this.#deps.tries.clear(subject);
      else await this.#deps.tries.giveBack(subject);
    }
  }

  /** The counter that only this browser, or this network for this account, fills. */
  #ownSubject({ proof, account, device, network }: TryOrigin): string {
    const { sha256 } = this.#deps.digest;
    return device === undefined
      ? sha256(`account ${proof} ${account} from ${network}`)
      : sha256(`device ${device} ${proof} ${account}`);
  }

  /**
   * Returns the counters in the order in which they are counted. That of the whole account comes
   * last, so that the refused tries of a locked network don't fill it.
   */
  #countersOf(tries: TryOrigin): readonly Counter[] {
    const { account: limit, everywhere, network: networkLimit } = LIMITS.signInTries;
    if (tries.device !== undefined) return [[this.#ownSubject(tries), limit]];
    const { sha256 } = this.#deps.digest;
    const { proof, account } = tries;
    const networks = countedNetworks(tries.network);
    return [
      ...networks.map(({ network, room }) =>
        widened(sha256(`network ${network}`), networkLimit, room),
      ),
      ...networks.map(({ network, room }) =>
        widened(this.#ownSubject({ ...tries, network }), limit, room),
      ),
      [sha256(`account ${proof} ${account}`), everywhere[proof]],
    ];
  }
}

function widened(subject: string, limit: TryLimit, room: number): Counter {
  return [subject, { ...limit, most: limit.most * room }];
}
