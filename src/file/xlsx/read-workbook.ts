import { ok, refused, type Result } from "../../kernel/result.ts";
import type { SheetRow } from "../../domain/table/sheet.ts";
import { readBook } from "./book-parts.ts";
import { readCells } from "./sheet-cells.ts";
import { Archive } from "./unzip.ts";
import { WorkbookError } from "./workbook-error.ts";

/** True if the bytes begin as those of an archive, which a workbook is. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/**
 * Reads a sheet of a workbook (Office Open XML, ECMA-376): the one of a name, or the first that is
 * not hidden. Returns why the file can't be read otherwise. The reasons are in
 * docs/decisions/tables-of-strangers.md.
 */
export function readWorkbook(
  bytes: Uint8Array,
  name?: string,
): Result<readonly SheetRow[], string> {
  try {
    const archive = new Archive(bytes);
    const book = readBook(archive);
    const sheet = book.sheets.find((one) =>
      name === undefined ? !one.isHidden : one.name.trim() === name,
    );
    if (sheet === undefined) {
      return refused(name === undefined ? "has no sheet" : `has no sheet of the name ${name}`);
    }
    const part = archive.read(sheet.path);
    return part === undefined
      ? refused("is damaged: a sheet is missing")
      : ok(readCells(part, book));
  } catch (error) {
    if (error instanceof WorkbookError) return refused(error.message);
    throw error;
  }
}
