import { join } from "node:path";
import type { InlineConfig, Reporter, TestModule } from "vitest/node";
import { type FileTime, reportOf } from "./tier-times.ts";
import { readTiers, type TierName } from "./tiers.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The file for the report of every test, where `npm test` names one. */
const file = process.env["TEST_REPORT"];

/** Prints the times of a run by tier at its end, for `npm test`. */
const tierReport: Reporter = {
  onTestRunEnd(modules) {
    const tiers = readTiers(ROOT, ["src", "test", "scripts"]);
    for (const line of reportOf(modules.map((module) => timeOf(module, tiers)))) console.log(line);
  },
};

/** The reporters of `npm test`; other runs have those of Vitest. */
export const reporting: Pick<InlineConfig, "reporters"> =
  file === undefined ? {} : { reporters: ["default", tierReport, ["json", { outputFile: file }]] };

function timeOf(module: TestModule, tiers: ReadonlyMap<string, TierName>): FileTime {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  const path = module.relativeModuleId;
  const seconds = (duration + collectDuration + setupDuration) / 1_000;
  return { path, seconds, tier: tiers.get(path) ?? "push" };
}
