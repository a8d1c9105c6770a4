import { HOUR, SECOND } from "../kernel/clock.ts";
import { LIMITS } from "../kernel/limits.ts";
import type { SharedLevels, Vessel } from "../kernel/shared-levels.ts";

const HOUR_S = HOUR / SECOND;

/**
 * Counts failed attempts to sign in, by account and by address, for all processes together. An
 * account that does not exist is counted like one that does.
 */
export class SignInGuard {
  readonly #levels: SharedLevels;

  constructor(levels: SharedLevels) {
    this.#levels = levels;
  }

  /** Seconds to wait before the next attempt; 0 where one may be made now. */
  waitS(email: string, network: string): number {
    const waits = vesselsOf(email, network).map((vessel) => {
      const over = this.#levels.used(vessel) + 1 - vessel.capacity;
      return over > 0 ? Math.ceil(over / vessel.perSecond) : 0;
    });
    return Math.max(...waits);
  }

  /** Counted before the password is looked at, so that attempts at one time count as well. */
  async begin(email: string, network: string): Promise<void> {
    const vessels = vesselsOf(email, network);
    await Promise.all(vessels.map((vessel) => this.#levels.tell(vessel, 1)));
  }

  /** The attempt was right: it is not counted. */
  succeeded(email: string, network: string): void {
    for (const vessel of vesselsOf(email, network)) this.#levels.add(vessel, -1);
  }
}

function vesselsOf(email: string, network: string): readonly Vessel[] {
  const { account, address } = LIMITS.signInFailures;
  return [
    { subject: `signin account ${email}`, perSecond: account / HOUR_S, capacity: account },
    { subject: `signin address ${network}`, perSecond: address / HOUR_S, capacity: address },
  ];
}
