// tier: push
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const VITEST = join(root, "node_modules/vitest/vitest.mjs");

const OF_NIGHT = "test/journey/command-line.test.ts";
const OF_PUSH = "test/journey/panel-access.test.ts";

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
  ])("takes by VEZNE_FULL=%s those of a push: %s, of the night: %s", (full, hasPush, hasNight) => {
    const files = vitest(["list", "--filesOnly"], full).stdout;
    expect(files).toContain("test/journey/refund.test.ts");
    expect(files.includes(OF_PUSH)).toBe(hasPush);
    expect(files.includes(OF_NIGHT)).toBe(hasNight);
  });

  it.each([`./${OF_NIGHT}`, join(root, OF_NIGHT), "command-line"])(
    "includes a test of the night that the command line names as %s",
    (name) => {
      expect(listed(name)).toContain(OF_NIGHT);
    },
  );

  it("lets a run fail whose name matches no test", () => {
    const { status, stderr } = vitest(["run", "no-test-has-this-name"]);
    expect(stderr).toContain("No test files found");
    expect(status).toBe(1);
  });
});
