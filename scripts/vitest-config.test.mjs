import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const VITEST = join(root, "node_modules/vitest/vitest.mjs");

/** One of the long tests, which a run without names leaves out. */
const LONG = "test/journey/command-line.test.ts";

function vitest(...args) {
  const env = { ...process.env, VEZNE_FULL: "", VITEST: "", NO_COLOR: "1" };
  return spawnSync(process.execPath, [VITEST, ...args], { cwd: root, encoding: "utf8", env });
}

const listed = (...args) => vitest("list", "--filesOnly", ...args).stdout;

describe("vitest.config.ts", { timeout: 60_000 }, () => {
  it("leaves the long tests out of a run that names no test", () => {
    const files = listed();
    expect(files).toContain("test/journey/refund.test.ts");
    expect(files).not.toContain(LONG);
  });

  it.each([LONG, `./${LONG}`, join(root, LONG), "command-line", "test/journey"])(
    "includes a long test that the command line names as %s",
    (name) => {
      expect(listed(name)).toContain(LONG);
    },
  );

  it("lets a run fail whose name matches no test", () => {
    const { status, stderr } = vitest("run", "no-test-has-this-name");
    expect(stderr).toContain("No test files found");
    expect(status).toBe(1);
  });
});
