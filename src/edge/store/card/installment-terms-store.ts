import type pg from "pg";
import { CARD_CATEGORIES } from "../../../card/bin-record.ts";
import { column, optional, record } from "../sql/mapping.ts";
import {
  BEARERS,
  CARD_BANKS,
  NO_TERMS,
  type CategoryLimit,
  type CommissionRate,
} from "../../../installment/commission.ts";
import type { InstallmentTerms } from "../../../installment/commission.ts";
import type { InstallmentTermsStore, TermsOwner } from "../../../installment/ports.ts";
import { SANDBOX_RATES } from "../../../installment/sandbox-terms.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { SECOND, toIso, type Instant } from "../../../kernel/clock.ts";
import { columnValues, namesOf, unnestClause, type Column } from "../sql/columns.ts";
import { inTransaction } from "../sql/database.ts";
import { keepVersion, readVersions } from "../sql/table-versions.ts";
import { createExpiringCache } from "../sql/expiring-cache.ts";

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
  countMax: column.integer("max_installments", "smallint"),
  validFrom: column.day("valid_from"),
  validTo: optional(column.day("valid_to")),
});

export function createInstallmentTermsStore(pool: pg.Pool, clock: Clock): InstallmentTermsStore {
  const cache = createExpiringCache<InstallmentTerms>(clock, REMEMBERED_MS);
  const imported = async (owner: TermsOwner): Promise<InstallmentTerms> => {
    const values = [owner.merchantId, owner.mode];
    const [rates, limits] = await Promise.all([
      pool.query<Record<string, unknown>>({
        ...selectAll("commission_rate", RATE.columns),
        values,
      }),
      pool.query<Record<string, unknown>>({
        ...selectAll("installment_limit", LIMIT.columns),
        values,
      }),
    ]);
    return { rates: rates.rows.map(RATE.read), limits: limits.rows.map(LIMIT.read) };
  };
  return {
    imported,
    earlierRates: (owner) =>
      readVersions(pool, owner, { table: "commission_rate", read: RATE.read }),
    earlierLimits: (owner) =>
      readVersions(pool, owner, { table: "installment_limit", read: LIMIT.read }),
    async find(owner) {
      const terms = await cache.get(`${owner.merchantId} ${owner.mode}`, async () =>
        withDefault(await imported(owner), owner.mode),
      );
      return terms ?? NO_TERMS;
    },
    replaceRates: (owner, rates, at) =>
      replace(pool, owner, {
        table: "commission_rate",
        columns: RATE.columns,
        items: rates,
        at,
      }),
    replaceLimits: (owner, limits, at) =>
      replace(pool, owner, {
        table: "installment_limit",
        columns: LIMIT.columns,
        items: limits,
        at,
      }),
  };
}

function withDefault(terms: InstallmentTerms, mode: TermsOwner["mode"]): InstallmentTerms {
  if (mode === "live" || terms.rates.length > 0) return terms;
  return { ...terms, rates: SANDBOX_RATES };
}

type Table = "commission_rate" | "installment_limit";

function selectAll<Item>(table: Table, columns: readonly Column<Item>[]) {
  return {
    name: `select-${table}`,
    text: `select ${namesOf(columns)} from ${table}
           where merchant_id = $1 and mode = $2 order by line`,
  };
}

type Replacement<Item> = {
  readonly table: Table;
  readonly columns: readonly Column<Item>[];
  readonly items: readonly Item[];
  readonly at: Instant;
};

async function replace<Item>(
  pool: pg.Pool,
  { merchantId, mode }: TermsOwner,
  { table, columns, items, at }: Replacement<Item>,
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    // Two imports at once must not mix their rows.
    await sql.query("select from merchant where merchant_id = $1 for no key update", [merchantId]);
    await keepVersion(sql, { merchantId, mode }, { table, order: "line", at });
    await sql.query(`delete from ${table} where merchant_id = $1 and mode = $2`, [
      merchantId,
      mode,
    ]);
    await sql.query(
      `insert into ${table} (merchant_id, mode, imported_at, line, ${namesOf(columns)})
       select $1, $2, $3, ord, ${namesOf(columns)} from ${unnestClause(columns, 4)}`,
      [merchantId, mode, toIso(at), ...columnValues(columns, items)],
    );
  });
}
