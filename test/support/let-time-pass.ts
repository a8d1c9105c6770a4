import { openClock } from "../../src/service/compose-clock.ts";
import type { Advance } from "../../src/edge/jobs/advance-clock.ts";
import { systemClock } from "../../src/edge/system/clock.ts";
import type { Clock } from "../../src/kernel/clock.ts";
import type { MerchantId } from "../../src/kernel/ids.ts";
import type { TestDatabase } from "./database.ts";

type Sandbox = {
  readonly database: Pick<TestDatabase, "connection">;
  readonly merchantId: MerchantId;
  /** The real time: the machine's, unless the test moves a clock. */
  readonly clock?: Clock;
};

/** Moves the clock of a merchant's sandbox, like `npx vezne clock advance`. */
export async function letTimePass(sandbox: Sandbox, ms: number): Promise<Advance> {
  const { merchantId } = sandbox;
  const { deps, close } = open(sandbox);
  try {
    const moved = await deps.advance(merchantId, ms);
    if (!moved.ok) throw new Error(`the clock was not moved: ${moved.refusal}`);
    return moved.value;
  } finally {
    await close();
  }
}

/** Returns to the real time, like `npx vezne clock reset`. */
export async function resetTime(sandbox: Sandbox): Promise<void> {
  const { deps, close } = open(sandbox);
  await deps.reset(sandbox.merchantId);
  await close();
}

function open({ database, clock = systemClock }: Sandbox): ReturnType<typeof openClock> {
  return openClock({ database: database.connection, clock });
}
