import type pg from "pg";
import { isCurrency } from "../../kernel/currency.ts";
import { money } from "../../kernel/money.ts";
import type { Clocks } from "../../domain/merchant/clocks.ts";
import type { SettlementOwner } from "../../domain/settlement/ports.ts";
import { DIFFERENCES, type SettlementDifference } from "../../domain/settlement/settlement-line.ts";
import type {
  SettlementImport,
  SettlementImports,
} from "../../domain/settlement/settlement-import.ts";
import type { TerminalNet } from "../../domain/settlement/terminals.ts";
import { assert } from "../../kernel/assert.ts";
import {
  columnsWithin,
  namesOf,
  rowValues,
  valuesClause,
  type Column,
} from "../../database/mapping/columns.ts";
import { column, optional, record } from "../../database/mapping/mapping.ts";
import { bigint, json, type Row } from "../../database/mapping/rows.ts";

/** Maximum number of differences that are stored with an import. */
const KEPT = 1_000;
type Facts = Omit<SettlementImport, "importId">;

const FACTS = record<Facts>({
  importedAt: column.instant("imported_at"),
  importedBy: column.text("imported_by"),
  acquirer: column.text("acquirer"),
  lines: column.integer("lines"),
  settled: column.integer("settled"),
  differenceCount: column.integer("difference_count"),
  lastDay: optional(column.day("last_day")),
});
const COLUMNS = `import_id, ${namesOf(FACTS.columns)}`;

type KeptImport = {
  readonly source: SettlementOwner;
  readonly facts: Facts;
  readonly differences: readonly SettlementDifference[];
  readonly terminals: readonly TerminalNet[];
};

const INSERTED: readonly Column<KeptImport>[] = [
  ["merchant_id", "text", ({ source }) => source.merchantId],
  ["mode", "text", ({ source }) => source.mode],
  ...columnsWithin(FACTS.columns, ({ facts }: KeptImport) => facts),
  ["differences", "jsonb", ({ differences }) => JSON.stringify(differences.map(write))],
  ["terminals", "jsonb", ({ terminals }) => JSON.stringify(terminals.map(writeNet))],
];

function readImport(row: Row): SettlementImport {
  return { importId: String(bigint(row, "import_id")), ...FACTS.read(row) };
}

export function createSettlementImportStore(pool: pg.Pool, clocks: Clocks): SettlementImports {
  return {
    async keep(source, { by, report }) {
      const { lines, settled, differences, lastDay, terminals = [] } = report;
      const facts: Facts = {
        importedAt: clocks.now(source),
        importedBy: by,
        acquirer: source.acquirer,
        lines,
        settled,
        differenceCount: differences.length,
        lastDay,
      };
      const lists = {
        differences: differences.slice(0, KEPT),
        terminals: terminals.slice(0, KEPT),
      };
      const { rows } = await pool.query<Row>(
        `insert into settlement_import ${valuesClause(INSERTED)} returning import_id`,
        rowValues(INSERTED, { source, facts, ...lists }),
      );
      assert(rows[0] !== undefined, "an inserted row has an id");
      return String(bigint(rows[0], "import_id"));
    },

    async list({ merchantId, mode }, limit) {
      const { rows } = await pool.query<Row>(
        `select ${COLUMNS} from settlement_import where merchant_id = $1 and mode = $2
         order by import_id desc limit $3`,
        [merchantId, mode, limit],
      );
      return rows.map(readImport);
    },

    async find({ merchantId, mode }, importId) {
      if (!/^\d{1,18}$/.test(importId)) return undefined;
      const { rows } = await pool.query<Row>(
        `select ${COLUMNS}, differences, terminals from settlement_import
         where merchant_id = $1 and mode = $2 and import_id = $3`,
        [merchantId, mode, importId],
      );
      const [row] = rows;
      if (row === undefined) return undefined;
      const differences = json<readonly WrittenDifference[]>(row, "differences").map(
        readDifference,
      );
      return { ...readImport(row), differences, terminals: terminalsIn(row) };
    },
  };
}

type WrittenNet = Pick<TerminalNet, "paidOn" | "rows"> & {
  readonly terminal?: string | undefined;
  readonly net: string;
  readonly currency: string;
};

function terminalsIn(row: Row): readonly TerminalNet[] {
  return json<readonly WrittenNet[]>(row, "terminals").map(readNet);
}

function writeNet({ terminal, paidOn, rows, net }: TerminalNet): WrittenNet {
  return { terminal, paidOn, rows, net: String(net.minor), currency: net.currency };
}

function readNet({ terminal, paidOn, rows, net, currency }: WrittenNet): TerminalNet {
  assert(isCurrency(currency), "column terminals holds a currency");
  return { terminal, paidOn, rows, net: money(BigInt(net), currency) };
}

type WrittenDifference = Pick<SettlementDifference, "difference" | "reference"> & {
  readonly order: SettlementDifference["orderId"] | null;
  readonly line: number | null;
  readonly away: string;
  readonly currency: string;
};

function write({
  difference,
  reference,
  orderId,
  line,
  away,
}: SettlementDifference): WrittenDifference {
  return {
    difference,
    reference,
    order: orderId ?? null,
    line: line ?? null,
    away: String(away.minor),
    currency: away.currency,
  };
}

function readDifference(written: WrittenDifference): SettlementDifference {
  const { reference, order, line, away, currency } = written;
  const difference = DIFFERENCES.find((one) => one === written.difference);
  assert(difference !== undefined, "column differences holds known kinds of differences");
  assert(isCurrency(currency), "column differences holds a currency");
  return {
    difference,
    reference,
    orderId: order ?? undefined,
    line: line ?? undefined,
    away: money(BigInt(away), currency),
  };
}
