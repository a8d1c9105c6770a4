import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const VITEST = join(root, "node_modules/vitest/vitest.mjs");

/** One of the longest tests, which a run without names leaves out. */
const LONGEST = "test/journey/command-line.test.ts";
/** One of the long tests, which `.ci/run` includes. */
const LONG = "test/journey/panel-access.test.ts";

function vitest(args, full = "") {
  const env = { ...process.env, VEZNE_FULL: full, VITEST: "", NO_COLOR: "1" };
  return spawnSync(process.execPath, [VITEST, ...args], { cwd: root, encoding: "utf8", env });
}

const listed = (...args) => vitest(["list", "--filesOnly", ...args]).stdout;

describe("vitest.config.ts", () => {
  it.each([
    ["", false, false],
    ["1", true, false],
    ["all", true, true],
  ])("takes by VEZNE_FULL=%s long tests: %s, the longest: %s", (full, hasLong, hasLongest) => {
    const files = vitest(["list", "--filesOnly"], full).stdout;
    expect(files).toContain("test/journey/refund.test.ts");
    expect(files.includes(LONG)).toBe(hasLong);
    expect(files.includes(LONGEST)).toBe(hasLongest);
  });

  it.each([LONGEST, `./${LONGEST}`, join(root, LONGEST), "command-line", "test/journey"])(
    "includes a long test that the command line names as %s",
    (name) => {
      expect(listed(name)).toContain(LONGEST);
    },
  );

  it("lets a run fail whose name matches no test", () => {
    const { status, stderr } = vitest(["run", "no-test-has-this-name"]);
    expect(stderr).toContain("No test files found");
    expect(status).toBe(1);
  });
});
