import { parentPort, type MessagePort } from "node:worker_threads";
import { pack } from "../../kernel/parcel.ts";
import { FILE_TASKS, type FromThread, type Order } from "./file-tasks.ts";

// The program of a thread that reads files, one after another.

/** So many rows are received in about a millisecond. */
const SLICE = 500;

function serve(port: MessagePort): void {
  const tell = (message: FromThread): void => port.postMessage(message);
  let slices = slicesOf([]);
  port.on("message", (message: Order | "next") => {
    if (message === "next") {
      const slice: IteratorResult<readonly unknown[], undefined> = slices.next();
      if (slice.done !== true) tell({ kind: "slice", items: slice.value });
      return;
    }
    const { left, lists } = pack(FILE_TASKS[message.task](message.bytes), SLICE);
    slices = slicesOf(lists);
    tell({ kind: "result", left, lengths: lists.map(({ length }) => length) });
  });
}

function* slicesOf(
  lists: readonly (readonly unknown[])[],
): Generator<readonly unknown[], undefined> {
  for (const list of lists) {
    for (let start = 0; start < list.length; start += SLICE) {
      yield list.slice(start, start + SLICE);
    }
  }
}

if (parentPort !== null) serve(parentPort);
