import { setImmediate as nextTurn } from "node:timers/promises";
import { slicesOf } from "../../../kernel/slices.ts";
import { keepWork } from "../../system/loop-watch.ts";

/** What is done with so many rows takes a few milliseconds. */
const ROWS = 1_000;

/** Rows in parts, between which the event loop turns to others. */
export async function* inTurns<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (const part of slicesOf(rows, ROWS)) {
    yield part;
    await keepWork(nextTurn());
  }
}
