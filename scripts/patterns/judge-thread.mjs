import { parentPort } from "node:worker_threads";

// The other backends are a native program and a Java archive, which not every machine can run.
process.env.RECHECK_SYNC_BACKEND = "pure";
const { checkSync } = await import("recheck");
/** A check that takes longer is reported as undecided. */
const TIMEOUT_MS = 300_000;

parentPort.on("message", ({ source, flags }) => {
  const startedAt = performance.now();
  const { status, complexity, attack } = checkSync(source, flags, { timeout: TIMEOUT_MS });
  parentPort.postMessage({
    status,
    growth: complexity?.summary,
    attack: attack?.pattern,
    ms: performance.now() - startedAt,
  });
});
