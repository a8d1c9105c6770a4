import { Worker } from "node:worker_threads";
import { Unpacking } from "../../kernel/parcel.ts";
import type { FileTask, FromThread, Order, Read } from "./file-tasks.ts";

export type ThreadOptions = {
  readonly program: URL;
  /** For one file. */
  readonly timeMs: number;
  /** Memory besides the file itself, in megabytes. */
  readonly heapMb: number;
};

/** A file would take more than a file may take. */
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
   * Reads a file, which is given away: its bytes may be gone afterwards. What can't be read ends
   * the thread.
   * @throws FileTooCostly
   */
  async read<Task extends FileTask>(task: Task, file: Uint8Array): Promise<Read<Task>> {
    const timer = setTimeout(() => this.#fail(new FileTooCostly("time")), this.#timeMs);
    this.#worker.ref();
    try {
      return await new Promise<Read<Task>>((resolve, fail) => {
        let unpacking: Unpacking<Read<Task>> | undefined;
        const receive = (message: FromThread): void => {
          if (message.kind === "result") unpacking = new Unpacking(message.left, message.lengths);
          else unpacking?.add(message.items);
          if (unpacking?.isWhole === true) resolve(unpacking.value());
          // Asked for one by one: parts that wait would be received in one stretch.
          else this.#worker.postMessage("next");
        };
        this.#reading = { receive, fail };
        const bytes = ownBytes(file);
        const order: Order = { task, bytes };
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

/** Bytes in memory of their own, which can be handed over without a copy. */
function ownBytes(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = file;
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(file);
}

function knownError(error: Error): Error {
  const isMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  return isMemory ? new FileTooCostly("memory") : error;
}
