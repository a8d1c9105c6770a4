import type pg from "pg";
import { CARD_CATEGORIES } from "../../domain/card/bin-record.ts";
import { column, optional, record } from "../../database/mapping/mapping.ts";
import {
  BEARERS,
  CARD_BANKS,
  NO_TERMS,
  type CategoryLimit,
  type CommissionRate,
} from "../../domain/installment/commission.ts";
import type { InstallmentTerms } from "../../domain/installment/commission.ts";
import type { InstallmentTermsStore, TermsOwner } from "../../domain/installment/ports.ts";
import { GOODS_KINDS } from "../../domain/law/installment-law.ts";
import { SANDBOX_RATES } from "../../domain/installment/sandbox-terms.ts";
import type { Clock } from "../../kernel/clock.ts";
import { SECOND } from "../../kernel/clock.ts";
import { createExpiringCache } from "../../database/connection/expiring-cache.ts";
import { createVersionedTable } from "../versioned-table.ts";

/** All processes use a changed table within a second, so no table is cached longer. */
const REMEMBERED_MS = SECOND;

const RATE = record<CommissionRate>({
  program: optional(column.text("program")),
  cardBank: column.oneOf("card_bank", CARD_BANKS),
  terminalBankCode: optional(column.text("terminal_bank_code")),
  category: optional(column.oneOf("card_category", CARD_CATEGORIES)),
  count: column.integer("installment_count", "smallint"),
  rateBasisPoints: column.integer("rate_basis_points"),
  bearer: column.oneOf("borne_by", BEARERS),
  validFrom: column.day("valid_from"),
  validTo: optional(column.day("valid_to")),
});

const LIMIT = record<CategoryLimit>({
  category: column.integer("category"),
  countMax: optional(column.integer("max_installments", "smallint")),
  kind: optional(column.oneOf("goods", GOODS_KINDS)),
  validFrom: column.day("valid_from"),
  validTo: optional(column.day("valid_to")),
});

export function createInstallmentTermsStore(pool: pg.Pool, clock: Clock): InstallmentTermsStore {
  const cache = createExpiringCache<InstallmentTerms>(clock, REMEMBERED_MS);
  const rates = createVersionedTable(pool, {
    name: "commission_rate",
    order: "line",
    mapping: RATE,
    initial: initialRates,
  });
  const limits = createVersionedTable(pool, {
    name: "installment_limit",
    order: "line",
    mapping: LIMIT,
    initial: () => [],
  });
  const imported = async (owner: TermsOwner): Promise<InstallmentTerms> => {
    const [ownRates, ownLimits] = await Promise.all([rates.stored(owner), limits.stored(owner)]);
    return { rates: ownRates, limits: ownLimits };
  };
  return {
    rates,
    limits,
    imported,
    async find(owner) {
      const terms = await cache.get(`${owner.merchantId} ${owner.mode}`, async () => {
        const own = await imported(owner);
        return own.rates.length > 0 ? own : { ...own, rates: initialRates(owner.mode) };
      });
      return terms ?? NO_TERMS;
    },
  };
}

/** The rates in force until an import: those of the sandbox in test mode, none in live mode. */
function initialRates(mode: TermsOwner["mode"]): readonly CommissionRate[] {
  return mode === "test" ? SANDBOX_RATES : [];
}
