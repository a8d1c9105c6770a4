import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { printPage, SURENESS } from "./bank-pages.mjs";

const root = join(import.meta.dirname, "..");
const protocols = readdirSync(join(root, "src/acquirer")).filter((name) =>
  existsSync(join(root, "src/acquirer", name, "banks.ts")),
);

describe.each(protocols)("docs/banks/%s", (protocol) => {
  const page = join(root, "docs/banks", protocol);
  const evidence = JSON.parse(readFileSync(`${page}.json`, "utf8"));

  it("is printed from its facts", async () => {
    await expect(printPage(evidence)).toMatchFileSnapshot(`${page}.md`);
  });

  it("tells of each fact how it is known", () => {
    const facts = [...evidence.rules, ...evidence.messages.flatMap(({ fields }) => fields)];
    const words = new Set(facts.map((fact) => fact.evidence));
    expect([...words].filter((word) => !Object.hasOwn(SURENESS, word))).toEqual([]);
  });
});
