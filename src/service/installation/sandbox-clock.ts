import type pg from "pg";
import {
  advanceClock,
  resetClock,
  type ClockMover,
  type SandboxMovement,
} from "../../jobs/advance-clock.ts";
import {
  beginReturn,
  endReturn,
  isServed,
  revisitSessionsFrom,
  raiseSandbox,
  readSandbox,
} from "../../store/sandbox/move-sandbox.ts";
import { isWorkDue, nextDue } from "../../store/sandbox/sandbox-due.ts";
import { endOpenWork } from "../../store/sandbox/sandbox-return.ts";
import { sleep } from "../../system/sleep.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import { refused } from "../../kernel/result.ts";
import type { MerchantGroups } from "./merchant-groups.ts";

type MovementParts = {
  readonly pool: pg.Pool;
  readonly groups: MerchantGroups;
  readonly clock: Clock;
};

/** Moves the times of sandboxes; an advance waits until the work that it makes due is done. */
export function sandboxMovement(parts: MovementParts): SandboxMovement {
  const mover = (merchantId: MerchantId): ClockMover => moverOf(parts, merchantId);
  const moving = new Set<MerchantId>();
  return {
    mover,
    async advance(merchantId, ms) {
      if (moving.has(merchantId)) return refused("already_moving");
      moving.add(merchantId);
      try {
        return await advanceClock({ mover: mover(merchantId), sleep }, ms);
      } finally {
        moving.delete(merchantId);
      }
    },
    reset: (merchantId) => resetClock({ mover: mover(merchantId), sleep }),
  };
}

function moverOf({ pool, groups, clock }: MovementParts, merchantId: MerchantId): ClockMover {
  const atMerchant = <Value>(work: (own: pg.Pool) => Promise<Value>): Promise<Value> =>
    groups.of(merchantId, work);
  return {
    clock,
    state: () => readSandbox(pool, merchantId),
    raise: (aheadMs, { returns }) => raiseSandbox(pool, { merchantId, aheadMs, returns }),
    beginReturn: (now) => beginReturn(pool, merchantId, now),
    endOpenWork: (since, now) => atMerchant((own) => endOpenWork(own, { merchantId, since }, now)),
    endReturn: () => endReturn(pool, merchantId),
    isServed: () => isServed(pool),
    nextDue: (from, until) => atMerchant((own) => nextDue(own, merchantId, { from, until })),
    isWorkDue: (now) => atMerchant((own) => isWorkDue(own, merchantId, now)),
    revisitSessions: (state) => revisitSessionsFrom(pool, merchantId, state),
  };
}
