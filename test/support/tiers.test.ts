import { describe, expect, it } from "vitest";
import { reportOf } from "./tier-times.ts";
import { leftOutOf, tierOf, type TierName } from "./tiers.ts";

const JOURNEY = "test/journey/refund.test.ts";
const BESIDE = "src/kernel/money.test.ts";
const BODY = 'import { it } from "vitest";\n';

describe("the tier of a test file", () => {
  it.each([
    [JOURNEY, BODY, "push"],
    [BESIDE, BODY, "core"],
    [JOURNEY, `// tier: core\n${BODY}`, "core"],
    [BESIDE, `// tier: night\n${BODY}`, "night"],
  ])("of %s with %j is %3$s", (path, text, tier) => {
    expect(tierOf(path, text)).toBe(tier);
  });

  it.each([
    [`// tier: weekly\n${BODY}`, "the tier weekly is none of core, push, night"],
    [`${BODY}// tier: night\n`, "in the first line"],
    [`// Tier: night\n${BODY}`, "in the first line"],
    [`/** tier: night */\n${BODY}`, "in the first line"],
    [`// tier: push\n${BODY}`, "its folder is push already"],
  ])("is refused with %j", (text, reason) => {
    expect(() => tierOf(JOURNEY, text)).toThrow(reason);
  });

  it("is played by its run and by each larger one", () => {
    const tiers = new Map<string, TierName>([
      ["first", "core"],
      ["second", "push"],
      ["third", "night"],
    ]);
    expect(leftOutOf(tiers, "core")).toEqual(["second", "third"]);
    expect(leftOutOf(tiers, "push")).toEqual(["third"]);
    expect(leftOutOf(tiers, "night")).toEqual([]);
  });
});

describe("the report of a run", () => {
  it("tells the minutes of each tier, the slowest files and those above their limits", () => {
    expect(
      reportOf([
        { path: "quick", tier: "core", seconds: 2 },
        { path: "slow", tier: "core", seconds: 40 },
        { path: "long", tier: "push", seconds: 48 },
      ]),
    ).toEqual([
      "Minutes of test files, summed over the workers:",
      "  core     0.7 in 2 files",
      "  push     0.8 in 1 files",
      "The slowest files:",
      "    48.0 s  push  long",
      "    40.0 s  core  slow",
      "     2.0 s  core  quick",
      "Above the limit of their tiers:",
      "    40.0 s  core  slow",
    ]);
  });
});
