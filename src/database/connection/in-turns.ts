import { setImmediate as nextTurn } from "node:timers/promises";
import { slicesOf } from "../../kernel/slices.ts";
import { keepWork } from "../../system/loop-watch.ts";

/** The number of rows in a part; the work on them takes a few milliseconds. */
const ROWS = 1_000;

/** Gives rows in parts and lets the event loop do other work between them. */
export async function* inTurns<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (const part of slicesOf(rows, ROWS)) {
    yield part;
    await keepWork(nextTurn());
  }
}
