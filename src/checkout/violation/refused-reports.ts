import { MINUTE, type Clock, type Instant } from "../../kernel/clock.ts";
import { RecentMap } from "../../kernel/recent-map.ts";
import {
  REFUSED_REPORTS,
  type PolicyViolations,
  type ViolationOwner,
} from "../../domain/report/policy-violation.ts";

/** The most owners whose last note a process remembers. */
const OWNERS_KEPT = 1_000;

/**
 * Notes that reports about an owner's pages were refused: at most once a minute in each process. A
 * note for each refusal would cost what the limit saves.
 */
export function refusedReports({
  violations,
  clock,
}: {
  readonly violations: Pick<PolicyViolations, "add">;
  readonly clock: Clock;
}): (owner: ViolationOwner) => Promise<void> {
  const notedAt = new RecentMap<string, Instant>(OWNERS_KEPT);
  return async (owner) => {
    const key = owner === "installation" ? owner : `${owner.merchantId} ${owner.mode}`;
    const now = clock.now();
    const last = notedAt.get(key);
    if (last !== undefined && Math.abs(now - last) < MINUTE) return;
    notedAt.set(key, now);
    await violations.add(owner, [{ page: "other", directive: REFUSED_REPORTS, blocked: "" }]);
  };
}
