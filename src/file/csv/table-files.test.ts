import { describe, expect, it } from "vitest";
import { readBinFile, readRateFile, readSettlementFile } from "./table-files.ts";

const bytes = (lines: readonly string[]): Uint8Array => Buffer.from(lines.join("\r\n"));
const BINS = ["bin,bank_name,card_brand,card_type", "552879,Halkbank,mastercard,credit"];
const HEAD = "reference;kind;gross;commission;currency;paid_on";
const SALE = "ATT1;sale;125000;2500;TRY;2026-11-29";
const REFUND = "ATT2;refund;25000;500;TRY;2026-11-29";

describe("a file of which a line can't be read", () => {
  it("is taken without that line, which is told with its text and the reason", () => {
    const odd = [
      "454359,İş Bankası,visa",
      "5451,Yapı Kredi,visa,gold",
      '454360,"Akbank,visa,debit',
    ];
    const after = [
      "979203,QNB,troy,credit",
      "540036,Garanti,mastercard,credit",
      "476662,Denizbank,visa,debit",
    ];
    const read = readBinFile(bytes([...BINS, ...odd, ...after]));
    expect(read.ok && read.value.value.records.map(({ bin }) => bin)).toEqual([
      "552879",
      "979203",
      "540036",
      "476662",
    ]);
    expect(read.ok && read.value.setAside).toEqual([
      { line: 3, text: odd[0], reason: "has 3 fields instead of 4" },
      {
        line: 4,
        text: odd[1],
        reason: "bin must be 6 to 8 digits; card_type must be one of credit, debit, prepaid",
      },
      {
        line: 5,
        text: odd[2],
        reason: "is not CSV: a quotation mark is missing or out of place",
      },
    ]);
  });

  it("loses one line of a hundred thousand", () => {
    const lines = Array.from({ length: 100_000 }, (_, row) => `${row + 100_000},Bank,visa,debit`);
    const read = readBinFile(bytes([...BINS.slice(0, 1), ...lines.with(500, "x,Bank,visa,debit")]));
    expect(read.ok && read.value.value.records).toHaveLength(99_999);
    expect(read.ok && read.value.setAside.map(({ line }) => line)).toEqual([502]);
  });

  it("shows no long number of such a line, which may be a card's", () => {
    const read = readBinFile(
      bytes([...BINS, "5528790000000008,a,visa,debit", "540036,a,visa,debit"]),
    );
    expect(read.ok && read.value.setAside[0]?.text).toBe("[digits],a,visa,debit");
  });

  it("keeps the first of two lines that contradict each other", () => {
    const head = "program,card_bank,installment_count,commission_rate,valid_from";
    const rates = [head, "bonus,own,3,1.5,2026-01-01", "bonus,own,3,2,2026-02-01"];
    const read = readRateFile(bytes([...rates, "bonus,own,6,3,2026-01-01"]));
    expect(read.ok && read.value.value).toHaveLength(2);
    expect(read.ok && read.value.setAside).toMatchObject([{ line: 3 }]);
  });

  it("is refused if half of its lines are odd, with all problems", () => {
    const more = "540036,a,visa,debit";
    const read = readBinFile(bytes([...BINS, "x,a,visa,debit", "y,a,visa,debit", more]));
    expect(read.ok).toBe(false);
    expect(!read.ok && read.refusal.map(({ line }) => line)).toEqual([3, 4]);
  });
});

describe("a settlement file with totals", () => {
  const read = (...lines: readonly string[]) => readSettlementFile(bytes([HEAD, ...lines]));

  it.each([
    "TOPLAM;;100000;2000;TRY;",
    "Genel Toplam;;150000;3000;TRY;",
    "total;sale;125000;2500;TRY;",
    "TOTAL;refund;25000;;TRY;",
  ])("is taken where they agree with the lines: %s", (total) => {
    const found = read(SALE, REFUND, total);
    expect(found.ok && found.value.value).toHaveLength(2);
    expect(found.ok && found.value.setAside).toEqual([]);
  });

  it("is refused with the difference where they don't agree", () => {
    const refusal = [{ line: 3, column: "gross", message: "is not the sum of the lines, 125000" }];
    expect(read(SALE, "TOPLAM;;125001;2500;TRY;")).toEqual({ ok: false, refusal });
  });

  it("counts a line that is set aside by its amount, and waits where it has none", () => {
    const undated = "ATT3;sale;1000;10;TRY;30.02";
    const found = read(SALE, REFUND, undated, "TOPLAM;;101000;2010;TRY;");
    expect(found.ok && found.value.setAside).toMatchObject([{ line: 4, text: undated }]);
    const unread = read(
      SALE,
      REFUND,
      "ATT3;sale;1.000;10;TRY;2026-11-29",
      "TOPLAM;;101000;2010;TRY;",
    );
    expect(!unread.ok && unread.refusal).toMatchObject([
      { line: 5, column: "gross", message: "can't be compared: line 4 has no amount or kind" },
    ]);
  });
});
