import { describe, expect, it } from "vitest";
import type { Claimed } from "../../job/ports.ts";
import { instant } from "../../../kernel/clock.ts";
import type { AttemptId } from "../../../kernel/ids.ts";
import type { Attempt } from "../payment.ts";
import { createRecovery, type RecoveryDeps } from "./recover.ts";

describe("recovery", () => {
  const recoveryOf = (
    seen: string[],
    due: readonly Attempt[],
    recoverer = (): Promise<void> => Promise.resolve(void seen.push("recovered")),
  ): RecoveryDeps => {
    return {
      clock: { now: () => instant(0) },
      refreshClocks: () => Promise.resolve(void seen.push("refreshed")),
      sleep: () => new Promise(() => undefined),
      payments: {
        claimDue: (_now: unknown, _until: unknown, limit: number) =>
          Promise.resolve(due.slice(0, limit).map(claimed)),
      } as never,
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

  const claimed = (attempt: Attempt, index: number): Claimed<Attempt> => ({
    key: { kind: "recovery", merchantId: "", itemId: attempt.attemptId ?? `att_${index}` },
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

  it("goes on with the attempts at other banks while one does not answer", async () => {
    const silent = Array.from({ length: 300 }, (_, index) => ({
      kind: "authorize",
      attemptId: `att_silent_${index}` as AttemptId,
    })) as Attempt[];
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const asked: string[] = [];
    let left: readonly Attempt[] = silent;
    const recovery = createRecovery({
      ...recoveryOf([], []),
      sleep: () => Promise.resolve(),
      payments: {
        claimDue(_now: unknown, _until: unknown, limit: number) {
          const [due, rest] = [left.slice(0, limit), left.slice(limit)];
          left = rest;
          return Promise.resolve(due.map(claimed));
        },
      } as never,
      recoverers: {
        authorize({ attemptId }: Attempt) {
          asked.push(attemptId);
          return attemptId.startsWith("att_silent") ? answered : Promise.resolve();
        },
      } as never,
    });
    for (let round = 0; round < 20; round += 1) await recovery.round();
    expect(asked.length).toBeLessThanOrEqual(250);
    const other = { kind: "authorize", attemptId: "att_other" as AttemptId } as Attempt;
    left = [other, ...left];
    answer();
    await recovery.end();
    await recovery.round();
    expect(asked).toContain("att_other");
  });

  it("asks once about an attempt that is due again while its bank answers", async () => {
    let asked = 0;
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const attempt = { kind: "refund" } as Attempt;
    const recoverer = (): Promise<void> => {
      asked += 1;
      return answered;
    };
    const recovery = createRecovery({
      ...recoveryOf([], [attempt], recoverer),
      sleep: () => Promise.resolve(),
    });
    await recovery.round();
    await recovery.round();
    expect(asked).toBe(1);
    answer();
    await recovery.end();
    await recovery.round();
    expect(asked).toBe(2);
  });
});
