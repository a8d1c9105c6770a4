import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PAYMENT_SCRIPTS } from "./script-inventory.ts";

const PAGE = join(import.meta.dirname, "../../docs/security/page-scripts.md");

describe("the inventory of scripts on payment pages", () => {
  it("equals the table of docs/security/page-scripts.md, with the same reasons", () => {
    const rows = readFileSync(PAGE, "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((line) => line.split("|").map((cell) => cell.trim()))
      .map(([, name = "", , reason]) => ({ name: name.replaceAll("`", ""), reason }));
    expect(rows).toEqual(PAYMENT_SCRIPTS);
  });
});
