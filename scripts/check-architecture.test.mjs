import { describe, expect, it } from "vitest";
import { checkProject } from "./check-architecture.mjs";

const found = (files, options) =>
  checkProject(files, options).map(({ path, line, message }) => `${path}:${line} ${message}`);

const empty = { "src/kernel/money.ts": "export const x = 1;\n" };

describe("the import graph", () => {
  it.each([
    ["at run time", "", ""],
    ["of which one is of a type", "", "type"],
    ["of types alone", "type", "type"],
  ])("finds an import cycle %s and prints its modules", (_, first, second) => {
    const files = {
      "src/kernel/a.ts": `import ${first} { B } from "./b.ts";\nexport type A = B;\n`,
      "src/kernel/b.ts": `import ${second} { A } from "./a.ts";\nexport type B = A;\n`,
    };
    expect(found(files)).toEqual([
      "src/kernel/a.ts:1 import cycle src/kernel/a.ts → src/kernel/b.ts → src/kernel/a.ts",
    ]);
  });

  it("finds a cycle of types in support files of the tests, too", () => {
    const files = {
      "test/support/a.ts": 'import type { B } from "./b.ts";\nexport type A = B;\n',
      "test/support/b.ts": 'import type { A } from "./a.ts";\nexport type B = A;\n',
    };
    expect(found(files)[0]).toContain("import cycle test/support/a.ts");
  });

  it("finds folders that import one another, in types, too", () => {
    const files = {
      "src/bank/page/p.ts": 'import type { B } from "../b.ts";\nexport type P = B;\n',
      "src/bank/b.ts": "export type B = 1;\n",
      "src/bank/c.ts": 'import type { P } from "./page/p.ts";\nexport type C = P;\n',
    };
    expect(found(files)[0]).toContain("folders that import one another:");
    expect(found({ ...files, "src/bank/c.ts": "export type C = 1;\n" })).toEqual([]);
  });

  it("counts an import inside a function as one at run time", () => {
    const files = {
      "src/kernel/a.ts": 'export const a = () => import("./b.ts");\n',
      "src/kernel/b.ts": 'import { a } from "./a.ts";\nexport const b = a;\n',
    };
    expect(found(files)[0]).toContain("import cycle");
  });

  it("finds files that no program reaches, but not tests, pages, threads and benches", () => {
    const files = {
      "src/service/main.ts": 'export const w = new URL("./worker.js", import.meta.url);\n',
      "src/service/worker.ts": "export const run = () => 1;\n",
      "src/cli/main.ts": 'import { w } from "../service/main.ts";\nw.toString();\n',
      "src/kernel/lost.ts": "export const lost = 1;\n",
      "src/kernel/lost.test.ts": 'import { lost } from "./lost.ts";\nlost.toFixed();\n',
      "web/checkout/checkout.ts": 'document.title = "";\n',
      "bench/run.mjs": 'import "../dist/bank/alone.js";\n',
      "src/bank/alone.ts": "export const alone = 1;\n",
    };
    expect(found(files)).toEqual([
      "src/kernel/lost.ts:1 no program reaches this file; use or delete it",
    ]);
  });
});

describe("calls that are banned", () => {
  it.each([
    ["Date.now()", "Date.now: take an Instant from deps.clock.now()"],
    ["new Date()", "new Date(): take an Instant from deps.clock.now()"],
    ["Math.random()", "Math.random: take randomness from deps.random"],
    ["crypto.randomUUID()", "crypto.randomUUID: take randomness from deps.random"],
    ["process.env.PORT", "process.env: read it in src/config/config.ts and pass it down"],
    ["console.log(1)", "console.log: use the logger in deps"],
  ])("refuses %s outside the edge of the system", (expression, message) => {
    const text = `export const x = () => ${expression};\n`;
    expect(found({ "src/bank/x.ts": text })).toEqual([`src/bank/x.ts:1 ${message}`]);
    expect(found({ "src/system/x.ts": text })).toEqual([]);
    expect(found({ "src/config/config.ts": text })).toEqual([]);
  });

  it("permits a date from an instant", () => {
    expect(found({ "src/bank/x.ts": "export const x = (at: number) => new Date(at);\n" })).toEqual(
      [],
    );
  });

  it("finds randomness that is imported by name", () => {
    const text =
      'import { randomBytes } from "node:crypto";\nexport const x = () => randomBytes(1);\n';
    expect(found({ "src/bank/x.ts": text })).toEqual([
      "src/bank/x.ts:1 randomBytes from node:crypto: take randomness from deps.random",
    ]);
  });
});

describe("tests", () => {
  it.each(["it.skip", "it.only", "describe.only", "test.todo"])("refuses %s", (call) => {
    const files = { "src/kernel/a.test.ts": `${call}("a", () => {});\n` };
    expect(found(files)[0]).toMatch(/leaves tests out/);
  });

  it("permits runIf", () => {
    const files = { "src/kernel/a.test.ts": 'describe.runIf(ready())("a", () => {});\n' };
    expect(found(files)).toEqual([]);
  });

  it("refuses a sleep of a fixed time", () => {
    const files = { "src/kernel/a.test.ts": "await sleep(50);\n" };
    expect(found(files)[0]).toContain("sleep sleeps for a fixed time");
  });
});

describe("the shape of a file", () => {
  it.each(["TODO", "FIXME"])("refuses the reminder %s in a comment only", (word) => {
    const files = { "src/kernel/a.ts": `// ${word} later\nexport const a = "${word}";\n` };
    expect(found(files)).toEqual([
      `src/kernel/a.ts:1 ${word}: do it, or write an issue and a sentence of why`,
    ]);
  });

  it("refuses default exports, except in the settings of tools", () => {
    const text = "export default {};\n";
    expect(found({ "src/kernel/a.ts": text })[0]).toContain("default export");
    expect(found({ "web/vite.config.ts": text })).toEqual([]);
  });

  it("refuses a file that only re-exports", () => {
    const files = { ...empty, "src/kernel/all.ts": 'export { x } from "./money.ts";\n' };
    expect(found(files)).toEqual([
      "src/kernel/all.ts:1 barrel; let users import from where things are",
    ]);
  });

  it("holds the budgets of lines, parameters and columns at both ends", () => {
    const body = (lines) => `export function f() {\n${"  g();\n".repeat(lines - 2)}}\n`;
    expect(found({ "src/kernel/a.ts": body(50) })).toEqual([]);
    expect(found({ "src/kernel/a.ts": body(51) })).toEqual([
      "src/kernel/a.ts:1 function of 51 lines; at most 50",
    ]);
    expect(found({ "src/kernel/a.ts": "g();\n".repeat(250) })).toEqual([]);
    expect(found({ "src/kernel/a.ts": "g();\n".repeat(251) })[0]).toContain("251 lines");
    expect(found({ "src/kernel/a.test.ts": "g();\n".repeat(400) })).toEqual([]);
    expect(found({ "src/kernel/a.ts": "export const f = (a, b, c) => 1;\n" })).toEqual([]);
    expect(found({ "src/kernel/a.ts": "export const f = (a, b, c, d) => 1;\n" })).toEqual([
      "src/kernel/a.ts:1 4 parameters; at most 3",
    ]);
    expect(found({ "src/kernel/a.ts": `// ${"x".repeat(97)}\n` })).toEqual([]);
    expect(found({ "src/kernel/a.ts": `// ${"x".repeat(98)}\n` })[0]).toContain("101 columns");
    const text = (length) => `const t = "${"x".repeat(length)}";\n`;
    expect(found({ "src/kernel/a.ts": text(107) })).toEqual([]);
    expect(found({ "src/kernel/a.ts": text(108) })[0]).toContain("121 columns");
    expect(found({ "src/kernel/a.ts": `// https://x.example/${"x".repeat(98)}\n` })).toEqual([]);
  });
});

describe("packages", () => {
  const manifest = { dependencies: { pg: "8.0.0" }, devDependencies: { vitest: "4.0.0" } };
  const documents = { "docs/decisions/dependencies.md": "`pg` `vitest`" };

  it("refuses a package that is not declared, or for development only", () => {
    const text =
      'import { a } from "vitest";\nimport { b } from "got/x";\nexport const c = [a, b];\n';
    const findings = found({ "src/bank/x.ts": text }, { manifest, documents });
    expect(findings.filter((finding) => finding.startsWith("src/"))).toEqual([
      "src/bank/x.ts:1 vitest is not in dependencies",
      "src/bank/x.ts:2 got is not in dependencies",
    ]);
    expect(findings.some((finding) => finding.startsWith("package.json"))).toBe(false);
  });

  it("requires a reason and an exact version", () => {
    const loose = { dependencies: { pg: "^8.0.0" } };
    expect(found({}, { manifest: loose })).toEqual([
      "package.json:1 pg has no line in docs/decisions/dependencies.md",
      "package.json:1 pg ^8.0.0 is a range; name one version",
    ]);
  });
});

describe("references to documents", () => {
  const documents = {
    "docs/specification.md": "## 4. Endpoints\n\n### 4.8 Refund\n\n### 4.9 Void\n",
    "docs/contract.md": "## C2 Conventions\n\n### C2.1 Keys\n",
  };
  const inComment = (text) => ({ "src/kernel/a.ts": `/** ${text} */\nexport const x = 1;\n` });

  it.each([
    "spec 4.8",
    "Spec 4.8 and 4.9",
    "spec 4, contract C2.1",
    "contract\n * C2 and C2.1",
    "a contract with 6 parties",
  ])("accepts %j", (text) => {
    expect(found(inComment(text), { documents })).toEqual([]);
  });

  it.each([
    ["spec", "4.7", "4.7", "docs/specification.md"],
    ["Spec", "4.8 and 4.10", "4.10", "docs/specification.md"],
    ["Contract", "C3", "C3", "docs/contract.md"],
    ["contract", "C2 and\n * C4", "C4", "docs/contract.md"],
    ["contract", "2", "2", "docs/contract.md"],
  ])("finds the %s %j, of which %s leads nowhere", (word, numbers, missing, document) => {
    expect(found(inComment(`${word} ${numbers}`), { documents })).toEqual([
      `src/kernel/a.ts:1 ${word.toLowerCase()} ${missing} is no heading of ${document}`,
    ]);
  });

  it("by the earlier name of the specification are refused", () => {
    // The number is apart from the word, so that the check does not find it here.
    const place = ["interface", "4.1"].join(" ");
    expect(found(inComment(place), { documents })).toEqual([
      `src/kernel/a.ts:1 ${place} names no document; say spec, with the number of its section`,
    ]);
    expect(found(inComment("an interface of 2 parts"), { documents })).toEqual([]);
  });

  it("are found in documents and in tests, with their lines", () => {
    const text = "\n\nThe spec 5.1 and a test.\n";
    const test = { "src/kernel/a.test.ts": "\n// contract C9\n" };
    expect(found(test, { documents: { ...documents, "docs/guide/keys.md": text } })).toEqual([
      "src/kernel/a.test.ts:2 contract C9 is no heading of docs/contract.md",
      "docs/guide/keys.md:3 spec 5.1 is no heading of docs/specification.md",
    ]);
  });

  it("find points of the contract without a test, and tests that do not exist", () => {
    const rows = [
      "| one | `a\\|b` | `refund`, `src/kernel/a` |",
      "| two | no | `gone` |",
      "| x | y | |",
    ];
    const contract = `| point | answer | test |\n| --- | --- | --- |\n${rows.join("\n")}\n\n| x | y |\n`;
    const files = { "test/journey/refund.test.ts": "", "src/kernel/a.test.ts": "" };
    expect(found(files, { documents: { "docs/contract.md": contract } })).toEqual([
      "docs/contract.md:4 there is no test gone",
      "docs/contract.md:5 names no test",
    ]);
  });
});

describe("the composition of the service", () => {
  const loop = { "src/jobs/loop.ts": "export function startLoop() {}\n" };
  const job = 'import { startLoop } from "../../jobs/loop.ts";\nexport const a = startLoop();\n';

  it("starts loops in the runner of the table of jobs only", () => {
    expect(found({ ...loop, "src/service/jobs/job-runner.ts": job })).toEqual([]);
    expect(found({ ...loop, "src/service/runtime/events.ts": job })).toEqual([
      "src/service/runtime/events.ts:1 a job is a row of src/service/jobs/jobs.ts; only its runner calls startLoop",
    ]);
  });

  it.each(["compose", "compose-events"])("has no file named %s", (name) => {
    const files = { [`src/service/${name}.ts`]: "export const a = 1;\n" };
    expect(found(files)[0]).toContain("name the file by what it is");
  });

  it("takes at most 25 imports in a file, except in the list of all stores", () => {
    const names = Array.from({ length: 26 }, (_, index) => `n${index}`);
    const kernel = names.map((name) => [`src/kernel/${name}.ts`, `export const ${name} = 1;\n`]);
    const imports = names.map((name) => `import { ${name} } from "../../kernel/${name}.ts";\n`);
    const text = `${imports.join("")}export const all = [\n${names.join(",\n")}];\n`;
    const files = Object.fromEntries(kernel);
    expect(found({ ...files, "src/service/runtime/a.ts": text })).toEqual([
      "src/service/runtime/a.ts:1 26 imports; at most 25",
    ]);
    expect(found({ ...files, "src/service/installation/installation.ts": text })).toEqual([]);
  });
});

describe("decisions", () => {
  const decision = { "docs/decisions/money.md": "# Money\n\nStatus: accepted\n" };
  const index = { "docs/decisions/README.md": "- [money.md](money.md): Money.\n" };
  const comment = { "src/kernel/a.ts": "// docs/decisions/money.md\nexport const x = 1;\n" };

  it("must be in the index and in a source file", () => {
    expect(found(comment, { documents: { ...decision, ...index } })).toEqual([]);
    expect(found(empty, { documents: decision })).toEqual([
      "docs/decisions/money.md:1 docs/decisions/README.md has no line for this decision",
      expect.stringMatching(/^docs\/decisions\/money.md:1 no source file names this decision/),
    ]);
  });

  it("need no source file after they are replaced", () => {
    const replaced = { "docs/decisions/money.md": "Status: replaced by [x](x.md)\n" };
    expect(found(empty, { documents: { ...replaced, ...index } })).toEqual([]);
  });

  it("must exist if the code or the index names them", () => {
    expect(found(comment, { documents: index })).toEqual([
      "src/kernel/a.ts:1 there is no docs/decisions/money.md",
      "docs/decisions/README.md:1 there is no docs/decisions/money.md",
    ]);
  });
});
