import { Worker } from "node:worker_threads";
import { Unpacking } from "../../kernel/queue/parcel.ts";
import type { FileTask, FromThread, Order, OrderOf, TaskResult } from "./file-tasks.ts";

export type ThreadOptions = {
  readonly program: URL;
  /** The time limit of one file, in ms. */
  readonly timeMs: number;
  /** The memory limit in megabytes, without the file itself. */
  readonly heapMb: number;
};

/** A file has exceeded the limit of time or memory. */
export class FileTooCostly extends Error {
  readonly cost: "time" | "memory";

  constructor(cost: "time" | "memory") {
    super(`the file takes too much ${cost} to read`);
    this.cost = cost;
  }
}

type Reading = {
  readonly receive: (message: FromThread) => void;
  readonly fail: (error: Error) => void;
};

/** A thread that reads files, one after another. */
export class FileThread {
  readonly #worker: Worker;
  readonly #timeMs: number;
  #reading: Reading | undefined;
  #hasEnded = false;

  constructor({ program, timeMs, heapMb }: ThreadOptions) {
    this.#timeMs = timeMs;
    this.#worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    this.#worker.on("message", (message: FromThread) => this.#reading?.receive(message));
    this.#worker.on("error", (error) => this.#fail(knownError(error)));
    this.#worker.on("exit", () => this.#fail(new Error("the thread that reads a file has ended")));
    this.#worker.unref();
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Reads a file. Its bytes are transferred to the thread and may be unusable afterwards. A file
   * that can't be read ends the thread.
   * @throws FileTooCostly
   */
  async read<Task extends FileTask>({ task, bytes: file, mapping }: OrderOf<Task>) {
    const timer = setTimeout(() => this.#fail(new FileTooCostly("time")), this.#timeMs);
    this.#worker.ref();
    try {
      return await new Promise<TaskResult<Task>>((resolve, fail) => {
        let unpacking: Unpacking<TaskResult<Task>> | undefined;
        const receive = (message: FromThread): void => {
          if (message.kind === "result") unpacking = new Unpacking(message.left, message.lengths);
          else unpacking?.add(message.items);
          if (unpacking?.isWhole === true) resolve(unpacking.value());
          // Parts are requested one by one: if several arrived together, their sum would hold the
          // event loop.
          else this.#worker.postMessage("next");
        };
        this.#reading = { receive, fail };
        const bytes = ownBytes(file);
        const order: Order = { task, bytes, mapping };
        this.#worker.postMessage(order, [bytes.buffer]);
      });
    } finally {
      clearTimeout(timer);
      this.#reading = undefined;
      this.#worker.unref();
    }
  }

  end(): void {
    this.#fail(new Error("files are not read any more"));
  }

  #fail(reason: Error): void {
    this.#hasEnded = true;
    this.#reading?.fail(reason);
    this.#worker.terminate().catch(() => {});
  }
}

/** Returns the bytes in a buffer of their own, which can be transferred without a copy. */
function ownBytes(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = file;
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(file);
}

function knownError(error: Error): Error {
  const isMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return isMemory ? new FileTooCostly("memory") : error;
}
