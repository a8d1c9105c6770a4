import type { TransactionFilter } from "../../domain/report/transaction-filter.ts";
import type { SqlClient } from "../../database/connection/database.ts";
import { countPieces, type RollupSpan } from "./rollup-reader.ts";
import { finerThan, spansOf } from "./rollup-span.ts";

/** Where a page lies: units of time, newest first, and the number of matches to skip in them. */
export type PageLocation = {
  readonly total: number;
  readonly pieces: readonly RollupSpan[];
  readonly skip: number;
};

type Window = Omit<PageLocation, "total">;
type Slice = { readonly offset: number; readonly limit: number };

/** A unit with at most this number of payments is scanned, and not split into finer units. */
const READABLE = 500;

/**
 * Counts the matches of a filter without amounts, and finds the few units of time that hold the
 * page, for any page number and for rare matches too.
 */
export async function locatePage(
  sql: SqlClient,
  filter: TransactionFilter,
  { offset, limit }: Slice,
): Promise<PageLocation> {
  const all = await countPieces(sql, filter, spansOf(filter.period));
  const total = all.reduce((sum, { matches }) => sum + matches, 0);
  let window = narrow({ pieces: all, skip: offset }, limit);
  for (;;) {
    const coarse = window.pieces.filter((piece) => isCoarse(piece, window.skip + limit));
    if (coarse.length === 0) return { total, ...window };
    const ranges = coarse.map(({ span, from, until }) => ({ span: finerThan(span), from, until }));
    const fine = window.pieces.filter((piece) => !coarse.includes(piece));
    const finer = await countPieces(sql, filter, ranges);
    const pieces = [...fine, ...finer].toSorted((one, other) => other.from - one.from);
    window = narrow({ pieces, skip: window.skip }, limit);
  }
}

/** Drops the pieces that lie entirely before the page and those entirely after it. */
function narrow({ pieces, skip }: Window, limit: number): Window {
  const kept: RollupSpan[] = [];
  let before = 0;
  let skipped = 0;
  for (const piece of pieces) {
    if (before >= skip + limit) break;
    if (before + piece.matches <= skip) skipped += piece.matches;
    else kept.push(piece);
    before += piece.matches;
  }
  return { pieces: kept, skip: skip - skipped };
}

/** True if a scan of the piece may read many payments that are not on the page. */
function isCoarse(piece: RollupSpan, reach: number): boolean {
  if (piece.span === "quarter" || piece.payments <= READABLE) return false;
  return piece.matches < piece.payments || reach > READABLE;
}
