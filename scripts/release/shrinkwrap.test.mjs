import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shrinkwrapOf } from "./shrinkwrap.mjs";

const root = join(import.meta.dirname, "../..");
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

describe("the shrinkwrap of a release", () => {
  const { packages } = shrinkwrapOf(lock);

  it("has the exact version and digest of every package that ships, and no other", () => {
    for (const name of Object.keys(dependencies)) {
      expect(packages[`node_modules/${name}`]).toEqual(lock.packages[`node_modules/${name}`]);
    }
    const others = Object.entries(packages).filter(([path]) => path !== "");
    expect(others.filter(([, entry]) => entry.dev || !entry.integrity)).toEqual([]);
    expect(packages["node_modules/vitest"]).toBeUndefined();
  });

  it("says nothing of development", () => {
    expect(packages[""].devDependencies).toBeUndefined();
    expect(packages[""].dependencies).toEqual(dependencies);
  });
});
