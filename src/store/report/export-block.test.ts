import { describe, expect, it } from "vitest";
import { ExportBlock, type Framing } from "./export-block.ts";

const CSV: Framing = {
  before: "id,at,name,mode\r\n",
  between: "",
  ending: ",test\r\n",
  after: "",
  timeCell: 1,
};

function render(framing: Framing, rows: readonly string[]): string {
  const block = new ExportBlock(framing);
  const pieces: Buffer[] = [];
  for (const row of rows.map((text) => Buffer.from(`${text}\n`))) {
    if (!block.fits(row)) pieces.push(block.next());
    block.add(row);
  }
  return Buffer.concat([...pieces, block.close()]).toString();
}

describe("a block of an export", () => {
  it.each([
    ["2026-11-21 09:43:00+00", "2026-11-21T09:43:00.000Z"],
    ["2026-11-21 09:43:00.1+00", "2026-11-21T09:43:00.100Z"],
    ["2026-11-21 09:43:00.02+00", "2026-11-21T09:43:00.020Z"],
    ["2026-11-21 09:43:00.003+00", "2026-11-21T09:43:00.003Z"],
    ["2026-11-21 09:43:00.999999+00", "2026-11-21T09:43:00.999Z"],
  ])("writes the time %s as %s", (written, wanted) => {
    expect(render(CSV, [`ORD-1,${written},"a, ""b"""`])).toBe(
      `id,at,name,mode\r\nORD-1,${wanted},"a, ""b""",test\r\n`,
    );
  });

  it("puts the framing before, between and after rows", () => {
    const json: Framing = { before: "[", between: ",\n", ending: "}", after: "]\n" };
    expect(render(json, ['{"a":1', '{"a":2'])).toBe('[{"a":1},\n{"a":2}]\n');
    expect(render(json, [])).toBe("[]\n");
    expect(render(CSV, [])).toBe("id,at,name,mode\r\n");
  });

  it("loses no row where one block ends and the next begins", () => {
    const rows = Array.from(
      { length: 5_000 },
      (_, index) => `ORD-${index},2026-11-21 09:43:00.5+00,${"x".repeat(index % 60)}`,
    );
    const lines = render(CSV, rows).split("\r\n").slice(1, -1);
    expect(lines).toEqual(
      rows.map((row) => `${row.replace(" 09:43:00.5+00", "T09:43:00.500Z")},test`),
    );
  });
});
