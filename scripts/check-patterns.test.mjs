// tier: push
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { collectPatterns } from "./patterns/collect.mjs";
import { judgePatterns } from "./patterns/judge.mjs";
import { patternsOfModules } from "./patterns/modules.mjs";

const judged = async (text) => {
  const findings = await judgePatterns(collectPatterns("src/x.ts", text));
  return findings.map(({ line, message }) => `${line} ${message.split(",")[0]}`);
};

describe("regular expressions", () => {
  it.each([
    ["a literal", "export const x =\n  /\\s+$/;\n", 2],
    ["a constructor", 'export const x = new RegExp("\\\\s+$", "g");\n', 1],
    ["the pattern of a schema", 'export const x = { pattern: "[a-z]+@" };\n', 1],
  ])(
    "are found in %s and refused where their time grows with the square",
    async (_, text, line) => {
      expect(await judged(text)).toEqual([
        expect.stringMatching(new RegExp(`^${line} takes 2nd degree polynomial time`)),
      ]);
    },
  );

  it("are refused if their time doubles with each character", async () => {
    expect(await judged("export const x = /^(a|a)*$/;\n")).toEqual([
      expect.stringContaining("takes exponential time"),
    ]);
  });

  it("are refused if a function builds them from a text", async () => {
    const text = "export const x = (name: string) => new RegExp(`^${name}$`);\n";
    expect(await judged(text)).toEqual(["1 a function builds this pattern"]);
  });

  it("are found in built modules, including those of exported schemas", () => {
    const root = mkdtempSync(join(tmpdir(), "vezne-patterns-"));
    try {
      mkdirSync(join(root, "dist"));
      const code = [
        'const BLANKS = new RegExp([/\\s/, /\\s*$/].map(({ source }) => source).join(""), "u");',
        'export const schema = { members: [{ pattern: ["a", "b"].join("") }], BLANKS };',
      ];
      writeFileSync(join(root, "package.json"), '{ "type": "module" }');
      writeFileSync(join(root, "dist/x.js"), code.join("\n"));
      expect(patternsOfModules(root)).toEqual([
        { path: "dist/x.js", line: 1, source: "\\s\\s*$", flags: "u" },
        { path: "src/x.ts", line: 1, source: "ab", flags: "u" },
      ]);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it("are accepted if their time is linear, and are not checked again", async () => {
    const safe = new Set(["/known/"]);
    const patterns = collectPatterns("src/x.ts", "export const x = [/^[a-z]+$/u, /known/];\n");
    expect(await judgePatterns(patterns, safe)).toEqual([]);
    expect([...safe]).toEqual(["/known/", "/^[a-z]+$/u"]);
  });
});
