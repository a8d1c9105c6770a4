import { SECOND } from "../../kernel/clock.ts";
import type { FileTask, OrderOf, TaskResult } from "./file-tasks.ts";
import { FileThread, type ThreadOptions } from "./file-thread.ts";

/** The time that an idle thread is kept: starting one takes 50 ms, keeping one takes memory. */
const IDLE_MS = 30 * SECOND;

/** A fixed number of threads that read files; further files wait. */
export class ThreadPool {
  readonly #options: ThreadOptions;
  readonly #busy = new Set<FileThread>();
  readonly #idle = new Set<FileThread>();
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(atOnce: number, options: ThreadOptions) {
    this.#options = options;
    this.#free = atOnce;
  }

  /** @throws FileTooCostly */
  async read<Task extends FileTask>(order: OrderOf<Task>): Promise<TaskResult<Task>> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const thread = this.#takeIdle() ?? new FileThread(this.#options);
    this.#busy.add(thread);
    try {
      return await thread.read(order);
    } finally {
      this.#busy.delete(thread);
      if (!thread.hasEnded) this.#keep(thread);
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  /** Ends all threads; reads under way fail. */
  close(): void {
    for (const thread of [...this.#busy, ...this.#idle]) thread.end();
    this.#idle.clear();
  }

  #takeIdle(): FileThread | undefined {
    for (const thread of this.#idle) {
      this.#idle.delete(thread);
      if (!thread.hasEnded) return thread;
    }
    return undefined;
  }

  #keep(thread: FileThread): void {
    this.#idle.add(thread);
    setTimeout(() => {
      if (this.#idle.delete(thread)) thread.end();
    }, IDLE_MS).unref();
  }
}
