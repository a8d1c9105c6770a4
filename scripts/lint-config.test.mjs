import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { domain } from "./architecture/arrows.mjs";

const text = readFileSync(join(import.meta.dirname, "../.oxlintrc.json"), "utf8");

/** The folders of a glob such as `src/{a,b}/**`. */
function foldersOf(glob) {
  const [, list = ""] = /^src\/\{([\w,-]+)\}\/\*\*$/.exec(glob) ?? [];
  return list.split(",");
}

describe("the settings of the linter", () => {
  it("keep timers, network and the process out of every domain folder", () => {
    const overrides = JSON.parse(text).overrides.filter(({ rules }) =>
      rules["no-restricted-globals"]?.some?.(({ name }) => name === "fetch"),
    );
    const folders = overrides.flatMap(({ files }) => files.flatMap(foldersOf));
    expect(folders.toSorted()).toEqual(domain.toSorted());
  });
});
