import { MINUTE } from "../../kernel/clock.ts";
import { refused, type Result } from "../../kernel/result.ts";
import type { ColumnMapping } from "../../domain/table/column-mapping.ts";
import type { RowProblem } from "../../domain/table/table-row.ts";
import { StatementError } from "../statement/statement-error.ts";
import type { StatementFile } from "../statement/statement-file.ts";
import { keepWork } from "../../system/loop-watch.ts";
import type { FileTask, OrderOf, TaskResult } from "./file-tasks.ts";
import { FileTooCostly } from "./file-thread.ts";
import { ThreadPool } from "./thread-pool.ts";

type TableTask = Exclude<FileTask, "statement">;

/** Reads files in threads; a file that can't be read ends only its own thread. */
export type FileReader = {
  readonly [Task in TableTask]: (
    file: Uint8Array,
    mapping?: ColumnMapping,
  ) => Promise<TaskResult<Task>>;
} & {
  /** @throws StatementError for a faulty file, no line of which may be used */
  readonly statement: (file: Uint8Array) => Promise<StatementFile>;
};

export type ClosableFileReader = FileReader & {
  /** Ends all threads; reads under way fail. */
  close(): void;
};

export type FileReaderOptions = {
  /** The program of a thread, if it is not in the folder of this module. */
  readonly program?: URL | undefined;
  readonly timeMs?: number;
  readonly heapMb?: number;
};

/** Files that are read at once; others wait. */
const FILES_MAX = 2;
/** The limits of one file; the largest accepted statement takes about 10 s and 450 MB. */
const FILE_LIMITS = { timeMs: MINUTE, heapMb: 768 };

export function openFileReader(options: FileReaderOptions = {}): ClosableFileReader {
  const { program = new URL("./reader-thread.js", import.meta.url), ...given } = options;
  const threads = new ThreadPool(FILES_MAX, { ...FILE_LIMITS, ...given, program });
  const read = <Task extends FileTask>(order: OrderOf<Task>): Promise<TaskResult<Task>> =>
    keepWork(threads.read(order));
  const table =
    <Task extends TableTask>(task: Task) =>
    async (bytes: Uint8Array, mapping?: ColumnMapping) => {
      try {
        return await read({ task, bytes, mapping });
      } catch (error) {
        return tooCostly(error);
      }
    };
  return {
    bins: table("bins"),
    rates: table("rates"),
    limits: table("limits"),
    terms: table("terms"),
    settlement: table("settlement"),
    extract: table("extract"),
    headers: table("headers"),
    async statement(file) {
      const statement = await read({ task: "statement", bytes: file }).catch(statementTooCostly);
      if (statement.ok) return statement.value;
      const { flaw, text } = statement.refusal;
      throw new StatementError(flaw, text);
    },
    close: () => threads.close(),
  };
}

const SPLIT = "split it into smaller ones";

/** Turns the error of a too costly table into a problem of the table. */
function tooCostly(error: unknown): Result<never, readonly RowProblem[]> {
  if (!(error instanceof FileTooCostly)) throw error;
  return refused([{ line: 1, message: `${error.message}; ${SPLIT}` }]);
}

function statementTooCostly(error: unknown): never {
  if (!(error instanceof FileTooCostly)) throw error;
  throw new StatementError(error.cost === "time" ? "too_slow" : "too_heavy");
}
