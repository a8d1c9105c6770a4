import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";

// `npm run soak -- --crash-points` kills a process at each call of each operation and checks the
// state after its restart.
//
// `npm run soak -- --failover` makes 5 000 payments whose first bank connection fails in turns.
//
// `npm run soak -- --protocols` makes payments by all bank protocols while the service is killed.
//
// `npm run soak -- [steps] [seed]` runs random histories of payments, one run on each core. It
// prints its progress every few thousand steps, and at the end the count and the result of each
// kind of step. The default seed is random. A failed history is printed with its seed, and the run
// continues with the next; add the seed to the list of failed seeds in test/support.
const CRASH_POINTS = "--crash-points";
const FAILOVER = "--failover";
const PROTOCOLS = "--protocols";
/** A run of fewer steps is not worth a database of its own. */
const STEPS_WORTH_A_RUN = 20_000;
/** The distance between the first seeds of two runs; no run can use as many seeds. */
const SEEDS_OF_RUN = 10_000_000;

/** Resolves to the exit code. */
async function runTest(file, environment) {
  const run = spawn("npx", ["vitest", "run", "--project", "service", file], {
    stdio: "inherit",
    env: { ...process.env, ...environment },
    shell: process.platform === "win32",
  });
  const [code] = await once(run, "exit");
  return code ?? 1;
}

async function soakHistories(steps, seed) {
  const runs = Math.min(availableParallelism(), Math.ceil(steps / STEPS_WORTH_A_RUN));
  const stepsOfRun = Math.ceil(steps / runs);
  const exits = Array.from({ length: runs }, (_, index) => {
    const first = String(seed + index * SEEDS_OF_RUN);
    console.log(`${stepsOfRun} steps from seed ${first}`);
    return runTest("test/fault/random-histories.test.ts", {
      VEZNE_SOAK_STEPS: String(stepsOfRun),
      VEZNE_SOAK_SEED: first,
    });
  });
  return Math.max(...(await Promise.all(exits)));
}

const given = process.argv.slice(2);
if (given.length === 1 && given[0] === CRASH_POINTS) {
  process.exitCode = await runTest("test/fault/crash-points.test.ts", {
    VEZNE_CRASH_POINTS: "all",
  });
} else if (given.length === 1 && given[0] === FAILOVER) {
  process.exitCode = await runTest("test/fault/acquirer-failover.test.ts", {
    VEZNE_FAILOVER_PAYMENTS: "5000",
  });
} else if (given.length === 1 && given[0] === PROTOCOLS) {
  process.exitCode = await runTest("test/fault/protocol-storm.test.ts", {
    VEZNE_PROTOCOLS: "long",
  });
} else {
  const [steps = "1000000", seed = String(1 + (Date.now() % 2 ** 31))] = given;
  if (!/^[1-9]\d*$/.test(steps) || !/^[1-9]\d*$/.test(seed)) {
    console.error(
      `npm run soak -- [steps] [seed], both whole numbers, or npm run soak -- ${CRASH_POINTS}`,
    );
    process.exit(2);
  }
  process.exitCode = await soakHistories(Number(steps), Number(seed));
}
