import { dayInTurkey } from "../../kernel/calendar-day.ts";
import type { Digest } from "../../kernel/digest.ts";
import { slicesOf } from "../../kernel/slices.ts";
import type { Clocks } from "../merchant/clocks.ts";
import { duplicateOf, lastDay, SettlementComparison } from "./compare-settlement.ts";
import { rowTexts, type ExtractRow } from "./extract-row.ts";
import { ExtractMatcher } from "./match-extract.ts";
import type { SettlementReport } from "./import-settlement.ts";
import type { ExtractStore, KeyedRow, SettlementSource, SettlementStore } from "./ports.ts";
import type { SettlementDifference, SettlementLine } from "./settlement-line.ts";
import { netOfTerminals } from "./terminals.ts";
import { money } from "../../kernel/money.ts";

export type ExtractDeps = {
  readonly settlements: SettlementStore;
  readonly extracts: ExtractStore;
  readonly clocks: Pick<Clocks, "now">;
  readonly digest: Pick<Digest, "sha256">;
};

export type ExtractReport = SettlementReport & {
  /** Rows of the file that an earlier file has settled. */
  readonly known: number;
  /** Rows whose day lies ahead; an import on that day or later posts them. */
  readonly waiting: number;
};

/** The most rows that are matched at once. */
const TOGETHER = 500;

/**
 * Takes the rows of a bank's extract, each once, and posts those whose day has come, with the rows
 * of earlier files that waited for it. Amounts that agree are posted with the commission that the
 * bank kept; every difference is told. The same file again adds nothing.
 */
export async function importExtract(
  deps: ExtractDeps,
  source: SettlementSource,
  rows: readonly ExtractRow[],
): Promise<ExtractReport> {
  const { extracts, settlements, digest } = deps;
  const texts = rowTexts(rows);
  const keyed = rows.map((row, index) => ({
    key: digest.sha256(`${source.acquirer} ${texts[index] ?? ""}`),
    row,
  }));
  const settledKeys = await extracts.keep(source, keyed);
  const today = dayInTurkey(deps.clocks.now(source));
  const open = keyed.filter(({ key }) => !settledKeys.has(key));
  const due = open.filter(({ row }) => row.paidOn <= today);
  const ofFile = new Set(keyed.map(({ key }) => key));
  const earlier = (await extracts.waiting(source, today)).filter(({ key }) => !ofFile.has(key));
  const work = new ExtractWork(deps, source);
  for (const part of slicesOf([...earlier, ...due], TOGETHER)) await work.settle(part);
  const dueBy = lastDay(due.map(({ row }) => row));
  if (dueBy !== undefined) {
    for await (const unpaid of settlements.unpaid(source, dueBy)) work.missing(unpaid);
  }
  return {
    lines: rows.length,
    settled: work.settled,
    differences: work.differences,
    lastDay: dueBy,
    known: rows.length - open.length,
    waiting: open.length - due.length,
    terminals: netOfTerminals(rows),
  };
}

class ExtractWork {
  readonly differences: SettlementDifference[] = [];
  settled = 0;
  readonly #deps: ExtractDeps;
  readonly #source: SettlementSource;
  readonly #matcher = new ExtractMatcher();
  readonly #comparison = new SettlementComparison();

  constructor(deps: ExtractDeps, source: SettlementSource) {
    this.#deps = deps;
    this.#source = source;
  }

  async settle(rows: readonly KeyedRow[]): Promise<void> {
    const { settlements, extracts } = this.#deps;
    const candidates = await extracts.candidates(
      this.#source,
      rows.map(({ row }) => row),
    );
    const found = rows.map(({ key, row }) => ({
      key,
      row,
      match: this.#matcher.match(row, candidates),
    }));
    for (const { row, match } of found) {
      if (row.kind === "chargeback") {
        this.#tell("chargeback", row, match?.expected.orderId);
      }
    }
    const lines = found.flatMap(({ key, row, match }): SettlementLine[] =>
      row.kind === "chargeback" ? [] : [lineOf(row, key, match?.expected.attemptId ?? nameOf(row))],
    );
    const expected = [...new Set(found.flatMap(({ match }) => match?.expected ?? []))].map(
      (one) => ({ ...one, reference: one.attemptId, isNamedByOriginal: false }),
    );
    const compared = this.#comparison.compare(lines, expected);
    this.differences.push(...compared.differences);
    const late = await settlements.post(this.#source, compared.agreed);
    this.differences.push(...late.map(duplicateOf));
    this.settled += compared.agreed.length - late.length;
    await extracts.noteCompared(
      this.#source,
      rows.map(({ key }) => key),
    );
  }

  missing(unpaid: Parameters<SettlementComparison["missing"]>[0]): void {
    this.differences.push(...this.#comparison.missing(unpaid));
  }

  #tell(
    difference: SettlementDifference["difference"],
    row: ExtractRow,
    orderId: SettlementDifference["orderId"],
  ): void {
    const away = money(-row.gross.minor, row.gross.currency);
    this.differences.push({ difference, reference: nameOf(row), orderId, line: row.line, away });
  }
}

function lineOf(row: ExtractRow, rowKey: string, reference: string): SettlementLine {
  const { line, gross, commission, paidOn, part } = row;
  const kind = row.kind === "sale" ? "sale" : "refund";
  return { line, reference, kind, gross, commission, paidOn, part, rowKey };
}

/** The name of a row without a payment, for people. */
function nameOf({ reference, authCode, card }: ExtractRow): string {
  return reference ?? authCode ?? `****${card?.lastFour ?? ""}`;
}
