import type pg from "pg";
import type { Clocks } from "../../domain/merchant/clocks.ts";
import type { SettlementOwner, SettlementStore } from "../../domain/settlement/ports.ts";
import type { SettlementTerm } from "../../domain/settlement/term.ts";
import { dateSales } from "./dated-sales.ts";
import { readCalendar, readExpected, readUndated, readUnpaid } from "./expected-lines.ts";
import { createLineTurns } from "../../database/connection/line-turns.ts";
import { column, optional, record } from "../../database/mapping/mapping.ts";
import { postLines } from "./post-lines.ts";
import { createVersionedTable } from "../versioned-table.ts";

const TERM = record<SettlementTerm>({
  acquirer: optional(column.text("acquirer")),
  paymentType: column.text("payment_type"),
  program: optional(column.text("program")),
  count: optional(column.integer("installment_count", "smallint")),
  rateBasisPoints: column.integer("rate_basis_points"),
  valueDays: column.integer("value_days", "smallint"),
  validFrom: column.day("valid_from"),
  validTo: optional(column.day("valid_to")),
});

/** Contracts with acquirers, expected payouts and settled lines. */
export function createSettlementStore(pool: pg.Pool, clocks: Clocks): SettlementStore {
  const contract = createContractTable(pool);
  const turns = createLineTurns();
  return {
    contract,
    terms: contract.stored,

    expected: (source, references) => readExpected(pool, source, references),
    unpaid: (source, dueBy) => readUnpaid(pool, source, dueBy),

    post: (owner, lines) => postLines({ pool, turns }, { owner, lines, at: clocks.now(owner) }),

    undated: (owner) => readUndated(pool, owner),
    date: (owner, sales) => dateSales(pool, { owner, sales, at: clocks.now(owner) }),

    calendar: (owner) => readCalendar(pool, owner),
  };
}

/** The contract from which a merchant's expected payouts are calculated. */
function createContractTable(pool: pg.Pool) {
  return createVersionedTable(pool, {
    name: "settlement_term",
    order: "position",
    mapping: TERM,
    initial: () => [],
  });
}

/** Reads the contract from which a merchant's expected payouts are calculated. */
export async function readTerms(
  pool: pg.Pool,
  owner: SettlementOwner,
): Promise<readonly SettlementTerm[]> {
  return createContractTable(pool).stored(owner);
}
