import { parentPort, type MessagePort } from "node:worker_threads";
import { pack } from "../../kernel/queue/parcel.ts";
import { slicesOf } from "../../kernel/slices.ts";
import { FILE_TASKS, type FromThread, type Order } from "./file-tasks.ts";

// The program of a thread that reads files, one after another.

/** Rows of one message; the main thread receives them in about 1 ms. */
const ROWS = 500;

function serve(port: MessagePort): void {
  const tell = (message: FromThread): void => port.postMessage(message);
  let parts = partsOf([]);
  port.on("message", (message: Order | "next") => {
    if (message === "next") {
      const part: IteratorResult<readonly unknown[], undefined> = parts.next();
      if (part.done !== true) tell({ kind: "part", items: part.value });
      return;
    }
    const { left, lists } = pack(FILE_TASKS[message.task](message.bytes, message.mapping), ROWS);
    parts = partsOf(lists);
    tell({ kind: "result", left, lengths: lists.map(({ length }) => length) });
  });
}

function* partsOf(
  lists: readonly (readonly unknown[])[],
): Generator<readonly unknown[], undefined> {
  for (const list of lists) yield* slicesOf(list, ROWS);
}

if (parentPort !== null) serve(parentPort);
