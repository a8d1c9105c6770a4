import { SETTLEMENT_ENTRY, settlementEntryId } from "../../domain/settlement/settlement-entry.ts";
import { SETTLEMENT_KINDS } from "../../domain/settlement/settlement-line.ts";

/**
 * SQL for texts that hold several values. The domain makes the references of postings
 * (settlement-entry.ts, line-entry.ts); they are stored in sealed postings and never change. Each
 * text below is an SQL expression, such as a column.
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

/** The reference of a settled installment, from expressions for its kind, attempt and number. */
export function settledPartEntry(kind: string, attemptId: string, part: string): string {
  return `'${SETTLEMENT_ENTRY} ' || ${kind} || ' ' || ${attemptId} || ' ' || ${part}`;
}

/** The item id of a failed delivery. */
export function deliveryItemId(endpointId: string, eventId: string): string {
  return `${endpointId}/${eventId}`;
}

/** True if a delivery is the one of a failed item's id. */
export function isDeliveryOf(
  itemId: string,
  delivery: { readonly endpointId: string; readonly eventId: string },
): string {
  return (
    `${delivery.endpointId} = split_part(${itemId}, '/', 1) ` +
    `and ${delivery.eventId} = split_part(${itemId}, '/', 2)`
  );
}

/** The merchant that a `scopeText` names, or an empty text. */
export function merchantInScope(scope: string): string {
  return `split_part(${scope}, ' ', 1)`;
}

/** The `lineReference` of a row of `statement_line`. */
export const LINE_REFERENCE = `account || '/' || bank_key || case scope when '' then '' else ' ' || scope end`;
