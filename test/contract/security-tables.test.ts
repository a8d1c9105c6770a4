// tier: core
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { asvsRequirements } from "../support/asvs-requirements.ts";

const root = join(import.meta.dirname, "../..");
const FOLDER = join(root, "docs/security");
const TABLES = ["asvs.md", "pci-dss.md", "threat-model.md"];

type Row = {
  readonly id: string;
  /** Absent in tables without this column. */
  readonly state: string | undefined;
  readonly how: string;
  readonly shown: string;
};

/** The rows of every table whose last column is "shown by". */
function rowsOf(file: string): readonly Row[] {
  const rows: Row[] = [];
  let columns: readonly string[] = [];
  for (const line of readFileSync(join(FOLDER, file), "utf8").split("\n")) {
    const cells = line.startsWith("| ") ? line.split("|").slice(1, -1).map(trimmed) : [];
    const isHead = cells.at(-1) === "shown by";
    if (cells.length === 0 || isHead) columns = cells;
    else if (columns.length === cells.length && !/^-+$/.test(cells[0] ?? "")) {
      rows.push(rowOf(columns, cells));
    }
  }
  return rows;
}

const trimmed = (cell: string): string => cell.trim();

function rowOf(columns: readonly string[], cells: readonly string[]): Row {
  const state = columns.indexOf("state");
  return {
    id: cells[0] ?? "",
    state: state < 0 ? undefined : cells[state],
    how: cells.at(-2) ?? "",
    shown: cells.at(-1) ?? "",
  };
}

const TEST = /`((?:scripts|src|test)\/[^`]*\.test\.(?:mjs|ts|tsx))`((?: "[^"]*")*)/g;

type NamedTest = { readonly file: string; readonly titles: readonly string[] };

function testsIn(text: string): readonly NamedTest[] {
  return [...text.matchAll(TEST)].map(([, file = "", titles = ""]) => ({
    file,
    titles: [...titles.matchAll(/"([^"]*)"/g)].map(([, title = ""]) => title),
  }));
}

/** The problem of a test reference in a row. */
function problemOf({ file, titles }: NamedTest): string | undefined {
  const path = join(root, file);
  if (!existsSync(path)) return `${file} does not exist`;
  const text = readFileSync(path, "utf8");
  const missing = titles.find((title) => !text.includes(`"${title}"`));
  return missing === undefined ? undefined : `${file} has no test "${missing}"`;
}

const REASON_LENGTH = 10;
const STATES = ["met", "partly", "operator", "not met", "n/a"];

describe.each(TABLES)("the tables of docs/security/%s", (file) => {
  const rows = rowsOf(file);

  it("reference existing tests by their titles", () => {
    expect(rows.length).toBeGreaterThan(20);
    const problems = rows.flatMap(({ id, shown }) =>
      testsIn(shown).flatMap((test) => {
        const problem = problemOf(test);
        return problem === undefined ? [] : [`${id}: ${problem}`];
      }),
    );
    expect(problems).toEqual([]);
  });

  it("have a test or a written reason in every row, and an explained state", () => {
    const bare = rows.filter(({ state, how, shown }) => {
      if (testsIn(shown).length > 0) return false;
      // For an implemented point, the reason is in the place of the test.
      const isDone = state === undefined || state === "met" || state === "partly";
      const reason = isDone ? (/^No test(?: yet)?: (.*)/.exec(shown)?.[1] ?? "") : how;
      return reason.length < REASON_LENGTH;
    });
    expect(bare).toEqual([]);
    const states = new Set(rows.flatMap(({ state }) => state ?? []));
    expect([...states].filter((state) => !STATES.includes(state))).toEqual([]);
  });
});

describe("the table of ASVS", () => {
  it("contains every requirement of levels 1 and 2, and no other", () => {
    const named = rowsOf("asvs.md").flatMap(({ id }) => id.split(",").map(trimmed));
    const ofTwoLevels = named.filter((id) => !id.endsWith("(L3)") && !id.includes(" "));
    const wanted = asvsRequirements();
    expect(wanted.filter((id) => !named.includes(id))).toEqual([]);
    expect(ofTwoLevels.filter((id) => !wanted.includes(id))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });
});

describe("the pages of docs/security", () => {
  it.each([...TABLES, "keys.md", "logs.md", "page-scripts.md", "scope.md"])(
    "link to existing pages and files: %s",
    (file) => {
      const path = join(FOLDER, file);
      const text = readFileSync(path, "utf8");
      const links = [...text.matchAll(/\]\(([^)#]+\.md)\)/g)].map(([, link = ""]) => link);
      const files = [...text.matchAll(/`((?:docs|scripts|src|test)\/[\w./-]+)`/g)];
      const missing = [
        ...links.filter((link) => !existsSync(join(dirname(path), link))),
        ...files.flatMap(([, name = ""]) => (existsSync(join(root, name)) ? [] : [name])),
      ];
      expect(missing).toEqual([]);
    },
  );
});
