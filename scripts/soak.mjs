import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";

// `npm run soak -- [steps] [seed]`: random histories of payments for as long as you like, in a run
// of its own on each core, a line of progress for each few thousand steps, and at the end how often
// each step was taken and how it ended. Without a seed every soak is another one. A history that
// goes wrong is told with its seed, and its run goes on with the next; the seed belongs in the list
// of failed seeds in test/support.
const [steps = "1000000", seed = String(1 + (Date.now() % 2 ** 31))] = process.argv.slice(2);
/** Fewer steps are not worth a database of their own. */
const STEPS_WORTH_A_RUN = 20_000;
/** More seeds than a run gets through. */
const SEEDS_OF_RUN = 10_000_000;

if (!/^[1-9]\d*$/.test(steps) || !/^[1-9]\d*$/.test(seed)) {
  console.error("npm run soak -- [steps] [seed], both whole numbers");
  process.exit(2);
}
const runs = Math.min(availableParallelism(), Math.ceil(Number(steps) / STEPS_WORTH_A_RUN));
const stepsOfRun = Math.ceil(Number(steps) / runs);
const exits = Array.from({ length: runs }, async (_, index) => {
  const first = String(Number(seed) + index * SEEDS_OF_RUN);
  console.log(`${stepsOfRun} steps from seed ${first}`);
  const run = spawn(
    "npx",
    ["vitest", "run", "--project", "service", "test/fault/random-histories.test.ts"],
    {
      stdio: "inherit",
      env: { ...process.env, VEZNE_SOAK_STEPS: String(stepsOfRun), VEZNE_SOAK_SEED: first },
      shell: process.platform === "win32",
    },
  );
  const [code] = await once(run, "exit");
  return code ?? 1;
});
process.exitCode = Math.max(...(await Promise.all(exits)));
