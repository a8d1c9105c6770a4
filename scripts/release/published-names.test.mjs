import { readFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Every place where npx may fetch a package named vezne from the registry. */
function fetchesOf(text) {
  return [...text.matchAll(/\b(?:npx|npm exec|pnpm dlx|yarn dlx|bunx) +(?!--no )[^`\n]*\bvezne\b/g)]
    .map(([found]) => found)
    .filter((found) => !/vitest|\.\/vezne-|exec -- vezne/.test(found));
}

describe("the names of packages that are not published", () => {
  it("are fetched by no command in a document or text of the repository", () => {
    const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
    const texts = tracked.filter((path) => /\.(md|ts|tsx|mjs|yaml|sh|service)$/.test(path));
    const found = texts
      .filter((path) => !/^(test|bench)\/|\.test\./.test(path))
      .flatMap((path) =>
        fetchesOf(readFileSync(join(root, path), "utf8")).map((one) => [path, one]),
      );
    expect(found).toEqual([]);
  });

  it("are found where a command would fetch them", () => {
    expect(fetchesOf("Run `npx vezne start`.")).toHaveLength(1);
    expect(fetchesOf("Run `npx -y vezne@latest start`.")).toHaveLength(1);
    expect(fetchesOf("Run `npx --no vezne start`.")).toEqual([]);
  });
});
