import type { SettlementTerm } from "./term.ts";

/** A line of a contract under the names of the columns of its table. */
export function termDocument(term: SettlementTerm) {
  return {
    acquirer: term.acquirer ?? null,
    payment_type: term.paymentType,
    program: term.program ?? null,
    installment_count: term.count ?? null,
    commission_rate: term.rateBasisPoints / 100,
    value_days: term.valueDays,
    valid_from: term.validFrom,
    valid_to: term.validTo ?? null,
  };
}
