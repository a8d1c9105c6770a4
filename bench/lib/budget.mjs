import { readFileSync } from "node:fs";

const BUDGET = JSON.parse(readFileSync(new URL("../budget.json", import.meta.url), "utf8"));

/** One line for each ratio of the results that is worse than the budget file allows. */
export function overBudget(results) {
  return results.flatMap(({ what, inFlight, ratios }) =>
    Object.entries(BUDGET[`${what}@${inFlight}`] ?? {}).flatMap(([name, { most, least }]) => {
      const found = ratios[name];
      if (found === undefined) return [];
      const line = `over budget: ${name} of ${what} with ${inFlight} in flight is ${found.toFixed(2)}`;
      if (most !== undefined && found > most) return [`${line}, at most ${most}`];
      if (least !== undefined && found < least) return [`${line}, at least ${least}`];
      return [];
    }),
  );
}
