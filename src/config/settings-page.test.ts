import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const FOLDER = import.meta.dirname;
const PAGE = readFileSync(join(FOLDER, "../../docs/operations/settings.md"), "utf8");

it("lists every setting that the configuration reads on the page of settings", () => {
  const sources = readdirSync(FOLDER).filter((name) => !name.endsWith(".test.ts"));
  const settings = sources.flatMap((name) => {
    const text = readFileSync(join(FOLDER, name), "utf8");
    return [...text.matchAll(/"(VEZNE_[A-Z_]*[A-Z])"|environment\.(VEZNE_[A-Z_]*[A-Z])/g)];
  });
  const names = new Set(settings.map(([, quoted, member]) => quoted ?? member));
  expect(names.size).toBeGreaterThan(15);
  expect([...names].filter((name) => !PAGE.includes(`\`${name}\``))).toEqual([]);
});
