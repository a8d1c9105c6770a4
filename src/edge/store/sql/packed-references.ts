import { SETTLEMENT_ENTRY, settlementEntryId } from "../../../settlement/settlement-entry.ts";
import { SETTLEMENT_KINDS } from "../../../settlement/settlement-line.ts";

/**
 * SQL for the references of postings that hold several values in one text. The domain makes these
 * references (settlement-entry.ts, line-entry.ts); they are stored in sealed postings and never
 * change. Each `reference` below is an SQL expression, such as a column.
 */

/** True for a posting's reference that stands for a settled line. */
export function isSettlementEntry(reference: string): string {
  return `${reference} like '${SETTLEMENT_ENTRY} %'`;
}

/** The kind that a settled line's reference holds: sale or refund. */
export function settlementKindIn(reference: string): string {
  return `split_part(${reference}, ' ', 2)`;
}

/** The attempt that a settled line's reference holds. */
export function settlementAttemptIn(reference: string): string {
  return `split_part(${reference}, ' ', 3)`;
}

/** The references of the settled lines that an attempt may have, one expression for each kind. */
export function settlementEntriesOf(attemptId: string): readonly string[] {
  return SETTLEMENT_KINDS.map((kind) => `'${settlementEntryId(kind, "")}' || ${attemptId}`);
}

/** The `lineReference` of a row of `statement_line`. */
export const LINE_REFERENCE = `account || '/' || bank_key || case scope when '' then '' else ' ' || scope end`;
