import { ok, refused, type Result } from "../../kernel/result.ts";
import {
  readBinFile,
  readExtractFile,
  readLimitFile,
  readRateFile,
  readSettlementFile,
  readTermFile,
} from "../csv/table-files.ts";
import { readHeaders } from "../csv/read-headers.ts";
import type { ColumnMapping } from "../../domain/table/column-mapping.ts";
import { StatementError } from "../statement/statement-error.ts";
import { readStatement, type StatementFile } from "../statement/statement-file.ts";
import { systemDigest } from "../../system/digest.ts";

/** The functions that read files, by the kind of file. */
export const FILE_TASKS = {
  statement: readStatementFile,
  bins: readBinFile,
  rates: readRateFile,
  limits: readLimitFile,
  terms: readTermFile,
  settlement: readSettlementFile,
  extract: readExtractFile,
  headers: readHeaders,
} as const;

export type FileTask = keyof typeof FILE_TASKS;
export type TaskResult<Task extends FileTask> = ReturnType<(typeof FILE_TASKS)[Task]>;

/** The message to the thread. */
export type Order = {
  readonly task: FileTask;
  readonly bytes: Uint8Array;
  /** The form of a bank's table; absent for the product's own. */
  readonly mapping?: ColumnMapping | undefined;
};

export type OrderOf<Task extends FileTask> = Order & { readonly task: Task };

/** The messages from the thread: the result, and then its long lists part by part. */
export type FromThread =
  | { readonly kind: "result"; readonly left: unknown; readonly lengths: readonly number[] }
  | { readonly kind: "part"; readonly items: readonly unknown[] };

type Fault = Pick<StatementError, "flaw" | "text">;

/** Returns an error as a value, because an error that leaves a thread loses its class. */
function readStatementFile(bytes: Uint8Array): Result<StatementFile, Fault> {
  try {
    return ok(readStatement(bytes, systemDigest));
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    return refused({ flaw: error.flaw, text: error.text });
  }
}
