import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { packageRoot } from "./package-root.ts";

const CODE = `export function pay() {
  throw new TypeError("no bank");
}
`;
/** Lines 1 and 2 of the code are lines 41 and 42 of the source. */
const MAP = { version: 3, sources: ["../src/pay.ts"], names: [], mappings: "AAwCA;EACE" };
const BUILT = pathToFileURL(join(packageRoot, "dist/system/stack-trace.js")).href;

describe("the stack of an error in bundled code", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "vezne-stack-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** The stack as a process prints it that runs the code by Node's own loader. */
  function printed(map: string | undefined): readonly string[] {
    const file = join(folder, "bundle.js");
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(file, CODE);
    if (map !== undefined) writeFileSync(`${file}.map`, map);
    const script = `
      const { nameSourcesInStacks } = await import(${JSON.stringify(BUILT)});
      const { pay } = await import(${JSON.stringify(pathToFileURL(file).href)});
      nameSourcesInStacks(${JSON.stringify(folder)});
      try { pay(); } catch (error) { console.log(error.stack); }`;
    const args = ["--input-type=module", "-e", script];
    return execFileSync(process.execPath, args, { encoding: "utf8" }).split("\n");
  }

  it("names the lines of the sources", () => {
    expect(printed(JSON.stringify(MAP)).slice(0, 2)).toEqual([
      "TypeError: no bank",
      "    at pay (../src/pay.ts:42:3)",
    ]);
  });

  it.each([undefined, "{", "[]"])("names the code itself where the map is %j", (map) => {
    expect(printed(map)[1]).toMatch(/^ {4}at pay \(file:\S+\/bundle\.js:2:9\)$/);
  });
});
