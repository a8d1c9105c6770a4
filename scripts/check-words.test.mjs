import { describe, expect, it } from "vitest";
import { checkProject } from "./check-architecture.mjs";

const found = (files, options) =>
  checkProject(files, options).map(({ path, line, message }) => `${path}:${line} ${message}`);

const empty = { "src/kernel/money.ts": "export const x = 1;\n" };

describe("words", () => {
  const findings = (text, path = "src/bank/x.ts") =>
    found({ [path]: text }).map((finding) => finding.replace(/^\S+ /, ""));

  it.each([
    ["// How full a vessel is.\n", '"vessel": say leaky bucket'],
    ["/** A way to pay. */\n", '"way to pay": say payment method'],
    ["// A simulated bank.\n", '"simulated bank": say test bank'],
    ["// The back office.\n", '"back office": say panel'],
    ["// What the bank said.\n", 'a sentence begins with "What"; name its subject'],
    ["// A lock. What waits is lost.\n", 'a sentence begins with "What"; name its subject'],
    ["/**\n * A lock.\n * Nobody waits.\n */\n", '"Nobody": say which person or program'],
    ["// The key of whoever asks.\n", '"whoever": say which person or program'],
  ])("are refused in the comment %j", (comment, message) => {
    expect(findings(`${comment}export const x = 1;\n`)).toContain(message);
  });

  it.each([
    "settleRefund",
    "merchantVessel",
    "followUps",
    "returnAddress",
    "tallyPage",
    "taskDesk",
  ])("are refused in the name %s", (name) => {
    expect(findings(`export const ${name} = 1;\n`)[0]).toContain("say ");
  });

  it("are left alone in texts, in table names and in settlements", () => {
    const text =
      'export const settlementLine = "settle the tally";\n' +
      "export const sql = `select from payment_tally where settled_at is null`;\n";
    expect(findings(text)).toEqual([]);
  });

  it("keep Settlement for the acquirer's payout", () => {
    const text = "export type Settlement = 1;\n";
    expect(findings(text, "src/domain/event/ports.ts")).toEqual([
      "Settlement is the acquirer's payout (src/domain/settlement)",
    ]);
    expect(findings(text, "src/domain/settlement/x.ts")).toEqual([]);
  });
});

describe("words of test titles", () => {
  const findings = (text) => found({ "src/bank/x.test.ts": `${text}\n` });

  it.each([
    ['it("nobody pays twice", () => {});', '"nobody": say which person or program'],
    ['it("lets nobody in", () => {});', '"nobody": say which person or program'],
    [
      'describe("what monitoring reads", () => {});',
      'a sentence begins with "what"; name its subject',
    ],
    [
      'describe.runIf(true)("What it is", () => {});',
      'a sentence begins with "What"; name its subject',
    ],
    ['it.each([1])("a way to pay %s", () => {});', '"way to pay": say payment method'],
  ])("are refused in %j", (text, message) => {
    expect(findings(text)).toEqual([`src/bank/x.test.ts:1 ${message}`]);
  });

  it("leave other strings, questions and clauses alone", () => {
    const text =
      'const email = "nobody@shop.example";\n' +
      'it("what is a hold?", () => {});\n' +
      'it("refuses what is unknown, whatever its case", () => {});\n';
    expect(findings(text)).toEqual([]);
  });
});

describe("words of the OpenAPI document", () => {
  const path = "src/http/openapi/field-texts.ts";
  const findings = (text) => found({ [path]: `export const x = ${text};\n` });

  it.each([
    ['{ amount: "What is left." }', 'a sentence begins with "What"; name its subject'],
    ['{ customer: "Who pays." }', 'a sentence begins with "Who"; name its subject'],
    ['{ count: "How many." }', 'a sentence begins with "How"; name its subject'],
    ['{ url: "Where events are sent." }', 'a sentence begins with "Where"; name its subject'],
    ['{ removed: "It is gone." }', 'a sentence begins with "It"; name its subject'],
    ["`What ${1} is.`", 'a sentence begins with "What"; name its subject'],
    ['{ summary: "Two return addresses" }', '"return addresses": say return URL'],
    ['{ summary: "Release a hold" }', '"Release a hold": say void'],
  ])("are refused in %s", (text, message) => {
    expect(findings(text)).toEqual([`${path}:1 ${message}`]);
  });

  it("are refused where a later sentence begins", () => {
    const text = '"The rows of the table. " +\n  "What is wrong is refused."';
    expect(findings(text)).toEqual([`${path}:2 a sentence begins with "What"; name its subject`]);
    expect(findings('"The rows. What is wrong is refused."')).toHaveLength(1);
  });

  it("leave identifiers, conditions of later sentences and other files alone", () => {
    expect(findings('{ id: "listLenders", tag: "Who" }')).toEqual([]);
    expect(findings('"The answer. " +\n  "Where it has an address, it sends you there."')).toEqual(
      [],
    );
    const other = { "src/bank/x.ts": 'export const x = "Who pays.";\n' };
    expect(found(other)).toEqual([]);
  });
});

describe("words of documents", () => {
  const findings = (text, path = "docs/guide/x.md") =>
    found(empty, { prose: { [path]: text } }).map((finding) => finding.replace(/^\S+:/, ""));

  it.each([
    ["# A\n\n## What arrives\n", '3 a sentence begins with "What"; name its subject'],
    [
      "The file is kept. What it\nsays is shown.\n",
      '1 a sentence begins with "What"; name its subject',
    ],
    ["- **What this is**: a page\n", '1 a sentence begins with "What"; name its subject'],
    ["| term | What it is. |\n", '1 a sentence begins with "What"; name its subject'],
    ["1. Nobody waits.\n", '1 "Nobody": say which person or program'],
    ["Choose a way\nto pay.\n", '1 "way to pay": say payment method'],
    ["```js\n// The return address.\n```\n", '2 "return address": say return URL'],
  ])("are refused in %j", (text, message) => {
    expect(findings(text)).toEqual([message]);
  });

  it("leave questions, quoted names and clauses alone", () => {
    const text =
      "## What happens when a bank is silent?\n\n" +
      "What does it cost, and for\nwhom?\n\n" +
      "The user `nobody` runs the job `tally`, and says what it does; see [a](b.md#what-it-does).\n";
    expect(findings(text)).toEqual([]);
  });
});

describe("words of comments in SQL, PHP and Python", () => {
  const findings = (path, text) =>
    found(empty, { prose: { [path]: text } }).map((finding) => finding.replace(/^\S+:/, ""));
  const what = (line) => [`${line} a sentence begins with "What"; name its subject`];

  it("are refused in comments and docstrings", () => {
    expect(findings("migrations/vezne/0999-x.sql", "select 1;\n-- What is left.\n")).toEqual(
      what(2),
    );
    expect(findings("clients/php/src/X.php", "<?php\n/** What is left. */\n")).toEqual(what(2));
    expect(findings("clients/php/src/X.php", "<?php\n/**\n * What is left.\n */\n")).toEqual(
      what(3),
    );
    expect(findings("clients/php/src/X.php", "<?php\n$x = 1; // What is left.\n")).toEqual(what(2));
    expect(findings("clients/python/x.py", "x = 1  # What is left.\n")).toEqual(what(1));
    expect(findings("clients/python/x.py", 'def x():\n    """What is left.\n    """\n')).toEqual(
      what(2),
    );
    expect(findings("clients/python/x.py", '"""A.\n\nWhat is left.\n"""\n')).toEqual(what(3));
  });

  it("leave code and strings alone", () => {
    expect(findings("migrations/vezne/0999-x.sql", "select 'What is left', 'nobody';\n")).toEqual(
      [],
    );
    expect(
      findings("clients/php/src/X.php", '<?php\n$x = "What is left"; $url = "http://x";\n'),
    ).toEqual([]);
    expect(findings("clients/python/x.py", 'x = "What is left"\n')).toEqual([]);
  });

  it("leave migrations alone that installations have run", () => {
    expect(findings("migrations/vezne/0073-x.sql", "-- What is left.\n")).toEqual([]);
    expect(findings("migrations/bank/0005-x.sql", "-- What is left.\n")).toEqual([]);
    expect(findings("migrations/bank/0006-x.sql", "-- What is left.\n")).toEqual(what(1));
  });
});

describe("the map", () => {
  it("names every room and every noun, and no file that is not there", () => {
    const files = {
      ...empty,
      "src/http/a.ts": "export const a = 1;\n",
      "src/domain/card/b.ts": "export const b = 1;\n",
    };
    const map =
      "```\n  kernel/   money\n  domain/\n    card/\n  http/\n```\n| `kernel/money.ts` |\n".replaceAll(
        "/\n",
        "/ x\n",
      );
    const options = (text) => ({ documents: { "ARCHITECTURE.md": text } });
    expect(found(files, options(map))).toEqual([]);
    expect(
      found(
        files,
        options(map.replace("http/", "a/").replace("card/", "b/").replace("money.ts", "x.ts")),
      ),
    ).toEqual([
      "ARCHITECTURE.md:1 the map does not name src/http",
      "ARCHITECTURE.md:1 the map does not name src/domain/card",
      "ARCHITECTURE.md:7 there is no src/kernel/x.ts",
    ]);
  });
});
