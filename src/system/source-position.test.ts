import { SourceMap } from "node:module";
import { describe, expect, it } from "vitest";
import { sourcePosition } from "./source-position.ts";

/** Three lines: two segments with a name and a jump back, none, and one in another source. */
const MAP = {
  version: 3,
  file: "bundle.js",
  sources: ["src/pay.ts", "src/refund.ts"],
  names: ["pay"],
  mappings: "AAmmCUA,kBArmCQ;;EC8iCU",
};

describe("a position in bundled code", () => {
  const ofNode = new SourceMap({ ...MAP, sourcesContent: [], sourceRoot: "" });

  it.each([
    [1, 1],
    [1, 18],
    [1, 19],
    [1, 400],
    [3, 3],
    [3, 90],
  ])("has the same source as by Node's own reader of maps (%i:%i)", (line, column) => {
    const found = sourcePosition(MAP, { line, column });
    const entry = ofNode.findEntry(line - 1, column - 1);
    expect(found).toEqual({
      source: "originalSource" in entry ? entry.originalSource : undefined,
      line: "originalLine" in entry ? entry.originalLine + 1 : undefined,
      column: "originalColumn" in entry ? entry.originalColumn + 1 : undefined,
    });
  });

  it("has no source before the first segment of its line, or on a line without one", () => {
    expect(sourcePosition(MAP, { line: 3, column: 2 })).toBeUndefined();
    expect(sourcePosition(MAP, { line: 2, column: 1 })).toBeUndefined();
    expect(sourcePosition(MAP, { line: 9, column: 1 })).toBeUndefined();
  });
});
