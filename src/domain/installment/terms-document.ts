import type { CategoryLimit, CommissionRate } from "./commission.ts";

/** A rate under the names of the columns of its table. */
export function rateDocument(rate: CommissionRate) {
  return {
    program: rate.program ?? null,
    card_bank: rate.cardBank,
    bank_code: rate.terminalBankCode ?? null,
    card_category: rate.category ?? null,
    installment_count: rate.count,
    commission_rate: rate.rateBasisPoints / 100,
    borne_by: rate.bearer,
    valid_from: rate.validFrom,
    valid_to: rate.validTo ?? null,
  };
}

/** A limit under the names of the columns of its table. */
export function limitDocument(limit: CategoryLimit) {
  return {
    category: limit.category,
    max_installments: limit.countMax ?? null,
    goods: limit.kind ?? null,
    valid_from: limit.validFrom,
    valid_to: limit.validTo ?? null,
  };
}
