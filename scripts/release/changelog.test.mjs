import { describe, expect, it } from "vitest";
import { isHigher, releaseChangelog } from "./changelog.mjs";

const TEXT =
  "# Changelog\n\n## Unreleased\n\n### Added\n\n- A bank.\n\n## 0.1.0 (2026-01-05)\n\n- All.\n";

describe("the changelog of a release", () => {
  it("gives the unreleased changes their version, and leaves room for the next", () => {
    expect(releaseChangelog(TEXT, { version: "0.2.0", day: "2026-11-23" })).toBe(
      "# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-11-23)\n\n### Added\n\n- A bank.\n\n" +
        "## 0.1.0 (2026-01-05)\n\n- All.\n",
    );
  });

  it("refuses a release without changes", () => {
    const released = releaseChangelog(TEXT, { version: "0.2.0", day: "2026-11-23" });
    expect(() => releaseChangelog(released, { version: "0.3.0", day: "2026-11-24" })).toThrow(
      "no unreleased changes",
    );
  });

  it("refuses a version that was released", () => {
    expect(() => releaseChangelog(TEXT, { version: "0.1.0", day: "2026-11-23" })).toThrow(
      "lists 0.1.0 already",
    );
  });

  it.each([
    ["0.2.0", "0.1.0", true],
    ["0.10.0", "0.9.9", true],
    ["1.0.0", "1.0.0-rc.2", true],
    ["1.0.0-rc.10", "1.0.0-rc.9", true],
    ["0.1.0", "0.1.0", false],
    ["0.1.0-rc.1", "0.1.0", false],
    ["0.2", "0.1.0", false],
  ])("takes %s after %s: %s", (next, present, expected) => {
    expect(isHigher(next, present)).toBe(expected);
  });
});
