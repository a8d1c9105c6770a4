import type { Claimed } from "../../job/ports.ts";
import { tryItem, type TryDeps } from "../../job/try-item.ts";
import { later, SECOND, type Instant } from "../../../kernel/clock.ts";
import type { ApplyOutcomeDeps } from "../outcome/apply-outcome.ts";
import type { Attempt, AttemptKind } from "../payment.ts";
import { inquiryDelayMs, RECOVERY_LEASE_MS } from "../timing.ts";

/** The most attempts of one round; the others wait for the next round. */
const ROUND = 50;
/**
 * The most attempts under way in a process. A round takes half of the free places at most, so that
 * a bank that does not answer leaves places for the attempts at others.
 */
const PLACES = 250;
/** The longest time, in ms, for which a round waits for its attempts before the next one begins. */
const ROUND_WAITS_MS = 2 * SECOND;

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
    /** Waits for a time in ms, or until the signal aborts. */
    readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  };

/** Recovery of attempts whose outcome is not known. */
export type Recovery = {
  /**
   * Asks the bank for the outcome of each attempt that is due and applies it through the same
   * transition table as an answer that came in time. A bank that does not answer delays the
   * attempts of a round, but not the next round. Returns the number of attempts that were due.
   */
  round(): Promise<number>;
  /** Resolves once no attempt is under way. */
  end(): Promise<void>;
};

export function createRecovery(deps: RecoveryDeps): Recovery {
  /** Attempts whose failure could not be counted; they stay leased until they are given back. */
  let notGivenBack: readonly LeasedAttempt[] = [];
  /** The attempts under way, by id: one whose bank is slow may be due again meanwhile. */
  const underWay = new Map<string, Promise<void>>();
  const keep = async (work: Promise<readonly LeasedAttempt[]>): Promise<void> => {
    const rest = await work;
    notGivenBack = [...notGivenBack, ...rest];
  };
  const begin = (leased: LeasedAttempt): void => {
    const { itemId } = leased.key;
    if (underWay.has(itemId)) return;
    const work = keep(recoverOne(deps, leased)).finally(() => underWay.delete(itemId));
    underWay.set(itemId, work);
  };
  return {
    async round() {
      const limit = Math.min(ROUND, Math.ceil((PLACES - underWay.size) / 2));
      if (limit === 0) return 0;
      const now = deps.clock.now();
      const leaseUntil = later(now, RECOVERY_LEASE_MS);
      const due = await deps.payments.claimDue(now, leaseUntil, limit);
      if (due.length > 0) await deps.refreshClocks();
      const unreturned = notGivenBack;
      notGivenBack = [];
      for (const claimed of due) begin({ ...claimed, leaseUntil });
      const begun = due.map(({ key }) => underWay.get(key.itemId));
      const returned = unreturned.map((attempt) => keep(giveBack(deps, attempt)));
      await atMost(deps, Promise.all([...begun, ...returned]));
      return due.length;
    },
    async end() {
      await Promise.all(underWay.values());
    },
  };
}

/** Waits for some work, but not longer than a round waits for its attempts. */
async function atMost({ sleep }: RecoveryDeps, work: Promise<unknown>): Promise<void> {
  const waiting = new AbortController();
  await Promise.race([work, sleep(ROUND_WAITS_MS, waiting.signal)]);
  waiting.abort();
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
