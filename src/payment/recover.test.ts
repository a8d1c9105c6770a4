import { describe, expect, it } from "vitest";
import type { Claimed } from "../job/ports.ts";
import { instant } from "../kernel/clock.ts";
import type { Attempt } from "./payment.ts";
import { createRecovery, type RecoveryDeps } from "./recover.ts";

describe("recovery", () => {
  const recoveryOf = (seen: string[], due: readonly Attempt[]): RecoveryDeps => {
    const recoverer = (): Promise<void> => Promise.resolve(void seen.push("recovered"));
    return {
      clock: { now: () => instant(0) },
      refreshClocks: () => Promise.resolve(void seen.push("refreshed")),
      payments: { claimDue: () => Promise.resolve(due.map(claimed)) } as never,
      failedItems: undefined as never,
      isPassing: () => false,
      report: () => undefined,
      recoverers: {
        authorize: recoverer,
        capture: recoverer,
        void: recoverer,
        refund: recoverer,
        undo: recoverer,
      },
    };
  };

  const claimed = (attempt: Attempt): Claimed<Attempt> => ({
    key: { kind: "recovery", merchantId: "", itemId: "att_1" },
    hasFailed: false,
    read: () => attempt,
  });

  it("reads the sandboxes' clocks anew before it recovers an attempt", async () => {
    const seen: string[] = [];
    const attempt = { kind: "authorize" } as Attempt;
    expect(await createRecovery(recoveryOf(seen, [attempt, attempt])).round()).toBe(2);
    expect(seen).toEqual(["refreshed", "recovered", "recovered"]);
  });

  it("does not read them if no attempt is due", async () => {
    const seen: string[] = [];
    expect(await createRecovery(recoveryOf(seen, [])).round()).toBe(0);
    expect(seen).toEqual([]);
  });
});
