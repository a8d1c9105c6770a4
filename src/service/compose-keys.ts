import type pg from "pg";
import { startLoop, type Loop } from "../edge/jobs/loop.ts";
import type { BufferedKeyUses } from "../edge/store/merchant/key-uses.ts";
import type { Logger } from "../edge/system/logger.ts";
import { sleep } from "../edge/system/sleep.ts";
import { SECOND } from "../kernel/clock.ts";

/** Writes down which keys are used, away from the calls that use them. */
export function startNotingKeyUses(uses: BufferedKeyUses, pool: pg.Pool, logger: Logger): Loop {
  return startLoop({
    name: "note-key-uses",
    everyMs: SECOND,
    sleep,
    round: async () => {
      await uses.flush(pool);
      return false;
    },
    onError: (error) => logger.warn({ err: error }, "uses of API keys not written down"),
  });
}
