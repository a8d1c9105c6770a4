import { openClock } from "../../src/compose-clock.ts";
import { systemClock } from "../../src/edge/system/clock.ts";
import type { TestDatabase } from "./database.ts";

/** Moves the time of a running service, as `npx vezne clock advance` does. */
export async function letTimePass({ connection }: TestDatabase, ms: number): Promise<void> {
  const { deps, close } = openClock({ database: connection }, systemClock);
  try {
    const moved = await deps.advance(ms);
    if (!moved.ok) throw new Error(`the clock was not moved: ${moved.refusal}`);
  } finally {
    await close();
  }
}

/** Goes back to the real time, as `npx vezne clock reset` does. */
export async function resetTime({ connection }: TestDatabase): Promise<void> {
  const { deps, close } = openClock({ database: connection }, systemClock);
  await deps.reset();
  await close();
}
