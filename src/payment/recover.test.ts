import { describe, expect, it } from "vitest";
import type { Claimed } from "../job/ports.ts";
import { instant } from "../kernel/clock.ts";
import type { Attempt } from "./payment.ts";
import { createRecovery, type RecoveryDeps } from "./recover.ts";

describe("recovery", () => {
  const recoverySeeing = (seen: string[], due: readonly Attempt[]): RecoveryDeps => {
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
      },
    };
  };

  const claimed = (attempt: Attempt): Claimed<Attempt> => ({
    key: { kind: "recovery", merchantId: "", itemId: "att_1" },
    hasFailed: false,
    read: () => attempt,
  });

  it("knows the sandboxes' newest times before it decides by them", async () => {
    const seen: string[] = [];
    const attempt = { kind: "authorize" } as Attempt;
    expect(await createRecovery(recoverySeeing(seen, [attempt, attempt])).round()).toBe(2);
    expect(seen).toEqual(["refreshed", "recovered", "recovered"]);
  });

  it("asks for them only where something is due", async () => {
    const seen: string[] = [];
    expect(await createRecovery(recoverySeeing(seen, [])).round()).toBe(0);
    expect(seen).toEqual([]);
  });
});
