import type { FileReader } from "../../src/file/reader/file-reader.ts";
import { FILE_TASKS } from "../../src/file/reader/file-tasks.ts";
import { readStatement } from "../../src/file/statement/statement-file.ts";
import { systemDigest } from "../../src/system/digest.ts";

/** Reads files without a thread, for tests of the work on their contents. */
export const readHere: FileReader = {
  bins: async (file, mapping) => FILE_TASKS.bins(file, mapping),
  rates: async (file) => FILE_TASKS.rates(file),
  limits: async (file) => FILE_TASKS.limits(file),
  terms: async (file) => FILE_TASKS.terms(file),
  extract: async (file, mapping) => FILE_TASKS.extract(file, mapping),
  headers: async (file) => FILE_TASKS.headers(file),
  settlement: async (file) => FILE_TASKS.settlement(file),
  statement: async (file) => readStatement(file, systemDigest),
};
