import type { Advance } from "../../src/jobs/advance-clock.ts";
import { systemClock } from "../../src/system/clock.ts";
import type { Clock } from "../../src/kernel/clock.ts";
import type { MerchantId } from "../../src/kernel/ids.ts";
import type { TestDatabase } from "./database.ts";
import { atInstallation } from "./installation.ts";

type Sandbox = {
  readonly database: Pick<TestDatabase, "connection">;
  readonly merchantId: MerchantId;
  /** The real time: the machine's, unless the test moves a clock. */
  readonly clock?: Clock;
};

/** Moves the clock of a merchant's sandbox, like `npx vezne clock advance`. */
export async function letTimePass(sandbox: Sandbox, ms: number): Promise<Advance> {
  const { merchantId, database, clock = systemClock } = sandbox;
  return atInstallation({ database, clock }, async ({ sandboxMovement }) => {
    const moved = await sandboxMovement.advance(merchantId, ms);
    if (!moved.ok) throw new Error(`the clock was not moved: ${moved.refusal}`);
    return moved.value;
  });
}

/** Returns to the real time, like `npx vezne clock reset`. */
export async function resetTime(sandbox: Sandbox): Promise<void> {
  const { merchantId, database, clock = systemClock } = sandbox;
  await atInstallation({ database, clock }, ({ sandboxMovement }) =>
    sandboxMovement.reset(merchantId),
  );
}
