/** Why a workbook can't be read, as the end of a sentence that begins with "the file". */
export class WorkbookError extends Error {
  override readonly name = "WorkbookError";
}
