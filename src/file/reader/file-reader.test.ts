// tier: push
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, inject, it } from "vitest";
import { contractCsv } from "../../bank/settlement.ts";
import { StatementError } from "../statement/statement-error.ts";
import { camt053, type ReportedTransfer } from "../../../test/support/statements.ts";
import { openFileReader, type ClosableFileReader, type FileReaderOptions } from "./file-reader.ts";
import { FILE_TASKS } from "./file-tasks.ts";

const IBAN = "TR330006100519786457841326";
const BIN_HEAD = "bin,bank_name,card_brand,card_type";
const RATE_HEAD = "program,card_bank,installment_count,commission_rate,valid_from";
const SETTLEMENT_HEAD = "reference,kind,gross,commission,currency,paid_on";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const lines = (...text: readonly string[]): string => `${text.join("\n")}\n`;

function statement(entries: number): string {
  const transfers = Array.from({ length: entries }, (_, index): ReportedTransfer => {
    return { reference: `R${index}`, minor: 100 + index, description: `order ${index}` };
  });
  return camt053(IBAN, transfers);
}

function binTable(rows: number): string {
  const bins = Array.from({ length: rows }, (_, index) => `${40_000_000 + index},A,visa,credit`);
  return lines(BIN_HEAD, ...bins);
}

describe("a file that is parsed in a thread", () => {
  let reader: ClosableFileReader | undefined;
  const open = (options: FileReaderOptions = {}): ClosableFileReader => {
    reader = openFileReader({ program: pathToFileURL(inject("fileProgram")), ...options });
    return reader;
  };
  afterEach(() => reader?.close());

  it.each([
    ["bins", binTable(3)],
    ["bins", lines(BIN_HEAD, "1,A,visa,credit", "2,B,visa,credit")],
    ["rates", lines(RATE_HEAD, "Bonus,partner,3,1.50,2026-01-01")],
    ["limits", lines("category,max_installments,valid_from", "526,3,2026-01-01")],
    ["terms", contractCsv()],
    ["settlement", lines(SETTLEMENT_HEAD, "att_1,sale,9900,177,TRY,2026-01-31")],
  ] as const)("of %s has the same result as without a thread", async (kind, text) => {
    expect(await open()[kind](bytes(text))).toEqual(FILE_TASKS[kind](bytes(text)));
  });

  it("is read completely and in order if it is long", async () => {
    const read = await open().bins(bytes(binTable(2_345)));
    expect(read).toEqual(FILE_TASKS.bins(bytes(binTable(2_345))));
    const { lines: arrived, skipped } = await open().statement(bytes(statement(1_234)));
    expect(arrived.map(({ bankKey }) => bankKey.split("-")[0])).toEqual(
      Array.from({ length: 1_234 }, (_, index) => `R${index}`),
    );
    expect(skipped).toBe(2);
  });

  it("leads to the error of a faulty statement", async () => {
    const broken = statement(3).replace("</Stmt>", "");
    const flaw = { name: "StatementError", flaw: "not_well_formed" };
    await expect(open().statement(bytes(broken))).rejects.toMatchObject(flaw);
  });

  it("is refused if it takes too much memory, and the next one is read", async () => {
    const small = open({ heapMb: 24 });
    await expect(small.statement(bytes(statement(20_000)))).rejects.toMatchObject({
      flaw: "too_heavy",
    });
    expect(await small.bins(bytes(binTable(80_000)))).toEqual({
      ok: false,
      refusal: [
        { line: 1, message: "the file takes too much memory to read; split it into smaller ones" },
      ],
    });
    expect((await small.statement(bytes(statement(1)))).lines).toHaveLength(1);
  });

  it("is refused if it takes too much time", async () => {
    const quick = open({ timeMs: 1 });
    const refusal = quick.statement(bytes(statement(10_000)));
    await expect(refusal).rejects.toThrow(StatementError);
    await expect(refusal).rejects.toMatchObject({ flaw: "too_slow" });
  });

  it("does not hold the event loop while it is read", async () => {
    const threads = open();
    await threads.statement(bytes(statement(1)));
    const file = bytes(statement(4_000));
    // A file that is read on the loop itself lets it turn a few times only.
    expect(await turnsDuring(async () => FILE_TASKS.statement(file))).toBeLessThan(10);
    expect(await turnsDuring(() => threads.statement(file))).toBeGreaterThan(100);
  });

  it("waits while other files are read", async () => {
    const threads = open();
    const files = Array.from({ length: 7 }, (_, index) => threads.bins(bytes(binTable(index + 1))));
    const sizes = (await Promise.all(files)).map(
      (read) => read.ok && read.value.value.records.length,
    );
    expect(sizes).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

/** The turns of the event loop until work ends; unlike a time, they don't depend on other load. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isDone = true;
  return turns;
}
