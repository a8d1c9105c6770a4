import { describe, expect, it } from "vitest";
import type { CalendarDay } from "../../kernel/calendar-day.ts";
import { money } from "../../kernel/money.ts";
import type { ExtractRow } from "./extract-row.ts";
import { netOfTerminals, ownRowsOf, terminalsOf } from "./terminals.ts";

const MONDAY = "2026-11-23" as CalendarDay;
const TUESDAY = "2026-11-24" as CalendarDay;

function row(terminal: string | undefined, changes: Partial<ExtractRow> = {}): ExtractRow {
  return {
    line: 2,
    terminal,
    batch: undefined,
    authCode: "A00001",
    card: undefined,
    reference: undefined,
    soldOn: undefined,
    kind: "sale",
    gross: money(1_000n, "TRY"),
    commission: money(20n, "TRY"),
    part: undefined,
    paidOn: MONDAY,
    ...changes,
  };
}

describe("rows of terminals", () => {
  it.each<[readonly (string | undefined)[], readonly string[], unknown]>([
    [["00720001", "720001", undefined], ["720001"], { own: 3, others: 0 }],
    [["720001", "720002"], ["00720001"], { own: 1, others: 1 }],
    [["720001", "720002"], [], { own: 2, others: 0 }],
    [["720002", "720003"], ["720001"], "is of another terminal in all rows"],
    [[], ["720001"], { own: 0, others: 0 }],
  ])("%j at a connection of %j: %j", (terminals, own, expected) => {
    const found = ownRowsOf(
      terminals.map((terminal) => row(terminal)),
      own,
    );
    if (found.ok)
      expect({ own: found.value.own.length, others: found.value.others }).toEqual(expected);
    else expect(found.refusal[0]?.message).toContain(expected);
  });

  it("know the terminal of a connection by its credentials, where the bank has a number", () => {
    expect(terminalsOf({ merchant_id: "1", terminal_id: "30691297" })).toEqual(["30691297"]);
    expect(terminalsOf({ client_id: "700100" })).toEqual([]);
  });

  it("add up what a bank pays by day and terminal, and a day may be negative", () => {
    const rows = [
      row("01"),
      row("1"),
      row("2", { kind: "refund", commission: money(0n, "TRY") }),
      row("1", { paidOn: TUESDAY, kind: "chargeback", commission: money(0n, "TRY") }),
    ];
    expect(
      netOfTerminals(rows).map((one) => [one.paidOn, one.terminal, one.rows, one.net.minor]),
    ).toEqual([
      [MONDAY, "01", 2, 1_960n],
      [MONDAY, "2", 1, -1_000n],
      [TUESDAY, "1", 1, -1_000n],
    ]);
  });
});
