import { spawn } from "node:child_process";

// `npm run soak -- [steps] [seed]`: random histories of payments for as long as you like, a line of
// progress for each few thousand steps, and at the end how often each step was taken and how it
// ended. Without a seed every run is another one. A history that goes wrong is told with its seed,
// and the run goes on with the next; the seed belongs in the list of failed seeds in test/support.
const [steps = "1000000", seed = String(1 + (Date.now() % 2 ** 31))] = process.argv.slice(2);

if (!/^[1-9]\d*$/.test(steps) || !/^[1-9]\d*$/.test(seed)) {
  console.error("npm run soak -- [steps] [seed], both whole numbers");
  process.exit(2);
}
console.log(`${steps} steps from seed ${seed}`);
const run = spawn(
  "npx",
  ["vitest", "run", "--project", "service", "test/fault/random-histories.test.ts"],
  {
    stdio: "inherit",
    env: { ...process.env, VEZNE_SOAK_STEPS: steps, VEZNE_SOAK_SEED: seed },
    shell: process.platform === "win32",
  },
);
run.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
