import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

const THREADS = Math.min(4, availableParallelism());
const THREAD = new URL("./judge-thread.mjs", import.meta.url);
const SLOW_MS = 100;
const BUILT = "a function builds this pattern, so it can't be checked; make it a constant";

/**
 * Finds patterns that take more than linear time, undecided patterns, and patterns that are unknown
 * before the program runs. `safe` has the linear patterns of earlier runs as `/source/flags`; this
 * run adds its own. `slow` is given those whose check takes longer than a tenth of a second.
 */
export async function judgePatterns(patterns, safe = new Set(), slow = new Set()) {
  const built = patterns.filter(({ isBuilt }) => isBuilt);
  const fixed = patterns.filter((one) => !one.isBuilt && !safe.has(keyOf(one)));
  const verdicts = await judgeAll(fixed);
  for (const { pattern, verdict } of verdicts) {
    if (verdict.status !== "safe") continue;
    safe.add(keyOf(pattern));
    if (verdict.ms > SLOW_MS) slow.add(keyOf(pattern));
  }
  return [
    ...built.map((one) => finding(one, BUILT)),
    ...verdicts
      .filter(({ verdict }) => verdict.status !== "safe")
      .map(({ pattern, verdict }) => finding(pattern, describe(pattern, verdict))),
  ];
}

/** Checks each distinct pattern once. */
async function judgeAll(patterns) {
  const places = new Map();
  for (const one of patterns) {
    const same = places.get(keyOf(one));
    if (same === undefined) places.set(keyOf(one), [one]);
    else same.push(one);
  }
  const queue = places.values();
  const verdicts = await Promise.all(Array.from({ length: THREADS }, () => judgeQueue(queue)));
  return verdicts.flat();
}

async function judgeQueue(queue) {
  const thread = new Worker(THREAD);
  const verdicts = [];
  for (const same of queue) {
    thread.postMessage({ source: same[0].source, flags: same[0].flags });
    const [verdict] = await once(thread, "message");
    verdicts.push(...same.map((pattern) => ({ pattern, verdict })));
  }
  await thread.terminate();
  return verdicts;
}

function keyOf({ source, flags }) {
  return `/${source}/${flags}`;
}

function describe(pattern, { status, growth, attack }) {
  const shown = keyOf(pattern);
  if (status !== "vulnerable") return `can't be shown to be linear; make it simpler: ${shown}`;
  return `takes ${growth} time, for example for ${attack}: ${shown}`;
}

function finding({ path, line }, message) {
  return { path, line, message };
}
