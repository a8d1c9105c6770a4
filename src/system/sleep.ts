import { setTimeout as wait } from "node:timers/promises";

/** Resolves after `ms`, or as soon as the signal aborts. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return;
  const options = signal === undefined ? {} : { signal };
  await wait(ms, undefined, options).catch(() => undefined);
}
