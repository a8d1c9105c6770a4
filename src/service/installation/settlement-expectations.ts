import type pg from "pg";
import { createExpiringCache } from "../../database/connection/expiring-cache.ts";
import { readTerms } from "../../store/settlement/settlement-store.ts";
import { dayInTurkey } from "../../kernel/calendar-day.ts";
import { SECOND, type Clock } from "../../kernel/clock.ts";
import type { ExpectSettlement } from "../../domain/payment/ports.ts";
import { expectSettlement, type SettlementTerm } from "../../domain/settlement/term.ts";

/** A new contract is in force in every process within this time. */
const REMEMBERED_MS = SECOND;

/** Reckons an acquirer's commission and value date by contracts that are a second old at most. */
export function settlementExpectations(pool: pg.Pool, clock: Clock): ExpectSettlement {
  const contracts = createExpiringCache<readonly SettlementTerm[]>(clock, REMEMBERED_MS);
  return async (payment, { amount, at }) => {
    const { merchantId, mode, acquirer, paymentType, installmentCount } = payment;
    const terms = await contracts.get(`${merchantId} ${mode}`, () => readTerms(pool, payment));
    if (terms === undefined || terms.length === 0) return undefined;
    const { card } = payment;
    const settled = { acquirer, paymentType, installmentCount, program: card?.program };
    return expectSettlement(terms, settled, { amount, day: dayInTurkey(at) });
  };
}
