import type pg from "pg";
import {
  NO_TERMS,
  type CategoryLimit,
  type CommissionRate,
} from "../../../installment/commission.ts";
import type { InstallmentTerms } from "../../../installment/commission.ts";
import type { InstallmentTermsStore, TermsOwner } from "../../../installment/ports.ts";
import { SANDBOX_RATES } from "../../../installment/sandbox-terms.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { SECOND, toIso } from "../../../kernel/clock.ts";
import { columnValues, namesOf, unnestClause, type Column } from "../sql/columns.ts";
import { inTransaction } from "../sql/database.ts";
import { createExpiringCache } from "../sql/expiring-cache.ts";
import { integer, optionalText, trusted, type Row } from "../sql/rows.ts";

/** All processes use a changed table within a second, so no table is cached longer. */
const REMEMBERED_MS = SECOND;

const RATE: readonly Column<CommissionRate>[] = [
  ["program", "text", (rate) => rate.program],
  ["card_bank", "text", (rate) => rate.cardBank],
  ["terminal_bank_code", "text", (rate) => rate.terminalBankCode],
  ["card_category", "text", (rate) => rate.category],
  ["installment_count", "smallint", (rate) => rate.count],
  ["rate_basis_points", "integer", (rate) => rate.rateBasisPoints],
  ["borne_by", "text", (rate) => rate.bearer],
  ["valid_from", "date", (rate) => rate.validFrom],
  ["valid_to", "date", (rate) => rate.validTo],
];

const LIMIT: readonly Column<CategoryLimit>[] = [
  ["category", "integer", (limit) => limit.category],
  ["max_installments", "smallint", (limit) => limit.countMax],
  ["valid_from", "date", (limit) => limit.validFrom],
  ["valid_to", "date", (limit) => limit.validTo],
];

export function createInstallmentTermsStore(pool: pg.Pool, clock: Clock): InstallmentTermsStore {
  const cache = createExpiringCache<InstallmentTerms>(clock, REMEMBERED_MS);
  const imported = async (owner: TermsOwner): Promise<InstallmentTerms> => {
    const values = [owner.merchantId, owner.mode];
    const [rates, limits] = await Promise.all([
      pool.query<Record<string, unknown>>({ ...selectAll("commission_rate", RATE), values }),
      pool.query<Record<string, unknown>>({ ...selectAll("installment_limit", LIMIT), values }),
    ]);
    return { rates: rates.rows.map(readRate), limits: limits.rows.map(readLimit) };
  };
  return {
    imported,
    async find(owner) {
      const terms = await cache.get(`${owner.merchantId} ${owner.mode}`, async () =>
        withDefault(await imported(owner), owner.mode),
      );
      return terms ?? NO_TERMS;
    },
    replaceRates: (owner, rates, at) =>
      replace(pool, owner, {
        table: "commission_rate",
        columns: RATE,
        items: rates,
        at: toIso(at),
      }),
    replaceLimits: (owner, limits, at) =>
      replace(pool, owner, {
        table: "installment_limit",
        columns: LIMIT,
        items: limits,
        at: toIso(at),
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
  readonly at: string;
};

async function replace<Item>(
  pool: pg.Pool,
  { merchantId, mode }: TermsOwner,
  { table, columns, items, at }: Replacement<Item>,
): Promise<void> {
  await inTransaction(pool, async (sql) => {
    // Two imports at once must not mix their rows.
    await sql.query("select from merchant where merchant_id = $1 for no key update", [merchantId]);
    await sql.query(`delete from ${table} where merchant_id = $1 and mode = $2`, [
      merchantId,
      mode,
    ]);
    await sql.query(
      `insert into ${table} (merchant_id, mode, imported_at, line, ${namesOf(columns)})
       select $1, $2, $3, ord, ${namesOf(columns)} from ${unnestClause(columns, 4)}`,
      [merchantId, mode, at, ...columnValues(columns, items)],
    );
  });
}

function readRate(row: Row): CommissionRate {
  return {
    program: optionalText(row, "program"),
    cardBank: trusted(row, "card_bank"),
    terminalBankCode: optionalText(row, "terminal_bank_code"),
    category: trusted<CommissionRate["category"] | null>(row, "card_category") ?? undefined,
    count: integer(row, "installment_count"),
    rateBasisPoints: integer(row, "rate_basis_points"),
    bearer: trusted(row, "borne_by"),
    ...readValidity(row),
  };
}

function readLimit(row: Row): CategoryLimit {
  return {
    category: integer(row, "category"),
    countMax: integer(row, "max_installments"),
    ...readValidity(row),
  };
}

function readValidity(row: Row): Pick<CategoryLimit, "validFrom" | "validTo"> {
  return {
    validFrom: trusted(row, "valid_from"),
    validTo: trusted<CategoryLimit["validTo"] | null>(row, "valid_to") ?? undefined,
  };
}
