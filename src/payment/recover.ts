import type { Claimed } from "../job/ports.ts";
import { tryItem, type TryDeps } from "../job/try-item.ts";
import { later, type Instant } from "../kernel/clock.ts";
import type { ApplyOutcomeDeps } from "./apply-outcome.ts";
import type { Attempt, AttemptKind } from "./payment.ts";
import { inquiryDelayMs, RECOVERY_LEASE_MS } from "./timing.ts";

/** The most attempts of one round; the others wait for the next round. */
const ROUND = 50;

/** Finds and applies the outcome of one attempt of a kind, or leaves it for a later round. */
export type Recoverer = (attempt: Attempt) => Promise<void>;

export type RecoveryDeps = TryDeps &
  Pick<ApplyOutcomeDeps, "payments"> & {
    /**
     * Reads the sandboxes' clocks anew: attempts may be due by a sandbox time that this process has
     * not read yet.
     */
    readonly refreshClocks: () => Promise<void>;
    readonly recoverers: Readonly<Record<AttemptKind, Recoverer>>;
  };

/** Recovery of attempts whose outcome is not known. */
export type Recovery = {
  /**
   * Asks the bank for the outcome of each attempt that is due and applies it through the same
   * transition table as an answer that came in time. Returns the number of attempts that were due.
   */
  round(): Promise<number>;
};

export function createRecovery(deps: RecoveryDeps): Recovery {
  /** Attempts whose failure could not be counted; they stay leased until they are given back. */
  let notGivenBack: readonly LeasedAttempt[] = [];
  return {
    async round() {
      const now = deps.clock.now();
      const leaseUntil = later(now, RECOVERY_LEASE_MS);
      const due = await deps.payments.claimDue(now, leaseUntil, ROUND);
      if (due.length > 0) await deps.refreshClocks();
      const rest = await Promise.all([
        ...notGivenBack.map((attempt) => giveBack(deps, attempt)),
        ...due.map((claimed) => recoverOne(deps, { ...claimed, leaseUntil })),
      ]);
      notGivenBack = rest.flat();
      return due.length;
    },
  };
}

type LeasedAttempt = Claimed<Attempt> & { readonly leaseUntil: Instant };

/**
 * Returns the attempt in a list if it could be neither recovered nor given back, or else an empty
 * list.
 */
async function recoverOne(
  deps: RecoveryDeps,
  leased: LeasedAttempt,
): Promise<readonly LeasedAttempt[]> {
  const { key, hasFailed, read } = leased;
  const result = await tryItem(deps, {
    key,
    hasFailed,
    work: async () => {
      const attempt = read();
      await deps.recoverers[attempt.kind](attempt);
    },
    putOff: ({ dueAt }) => deps.payments.putOff(key, dueAt),
  });
  return result === "not_counted" ? giveBack(deps, leased) : [];
}

/**
 * Ends the lease of an attempt early, because the error was most likely a passing one of the
 * database and says nothing about the attempt. Until its lease ends, no process asks the bank about
 * the payment.
 */
async function giveBack(
  deps: RecoveryDeps,
  leased: LeasedAttempt,
): Promise<readonly LeasedAttempt[]> {
  try {
    const until = later(deps.clock.now(), inquiryDelayMs(leased.read().inquiries));
    await deps.payments.shortenLease(leased.key, { from: leased.leaseUntil, until });
    return [];
  } catch {
    return [leased];
  }
}
