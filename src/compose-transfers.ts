import type pg from "pg";
import { startLoop, type Loop } from "./edge/jobs/loop.ts";
import { createStatementStore } from "./edge/store/statement-store.ts";
import { createTransferStore } from "./edge/store/transfer-store.ts";
import type { Logger } from "./edge/system/logger.ts";
import { sleep } from "./edge/system/sleep.ts";
import type { Clock } from "./kernel/clock.ts";
import { collectTransfers, type CollectDeps } from "./transfer/collect-transfers.ts";
import type { StatementDeps } from "./transfer/settle-line.ts";

/** A transfer that arrives is to complete its payment within a second. */
const COLLECT_EVERY_MS = 300;

export type TransferStores = Pick<StatementDeps, "transfers" | "statements">;

export function openTransfers(pool: pg.Pool, clock: Clock): TransferStores {
  return {
    transfers: createTransferStore(pool),
    statements: createStatementStore(pool, clock),
  };
}

/** Reads the account feed and matches what arrived. */
export function startCollecting(deps: CollectDeps, logger: Logger): Loop {
  return startLoop({
    everyMs: COLLECT_EVERY_MS,
    sleep,
    round: () => collectTransfers(deps),
    onError: (error) => logger.error({ err: error }, "collecting transfers failed"),
  });
}
