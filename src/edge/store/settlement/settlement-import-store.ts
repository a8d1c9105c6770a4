import type pg from "pg";
import { toIso } from "../../../kernel/clock.ts";
import { isCurrency } from "../../../kernel/currency.ts";
import { money } from "../../../kernel/money.ts";
import type { Clocks } from "../../../merchant/clocks.ts";
import type { SettlementDifference } from "../../../settlement/settlement-line.ts";
import type { SettlementImport, SettlementImports } from "../../../settlement/settlement-import.ts";
import { assert } from "../../../kernel/assert.ts";
import { bigint, json, integer, moment, text, type Row } from "../sql/rows.ts";

const KEPT = 1_000;
const COLUMNS = "import_id, imported_at, imported_by, lines, settled, difference_count";

export function createSettlementImportStore(pool: pg.Pool, clocks: Clocks): SettlementImports {
  return {
    async keep({ merchantId, mode }, { by, report }) {
      const { lines, settled, differences } = report;
      const { rows } = await pool.query<Row>(
        `insert into settlement_import (merchant_id, mode, imported_at, imported_by, lines, settled,
           difference_count, differences)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning import_id`,
        [
          merchantId,
          mode,
          toIso(clocks.now({ merchantId, mode })),
          by,
          lines,
          settled,
          differences.length,
          JSON.stringify(differences.slice(0, KEPT).map(write)),
        ],
      );
      assert(rows[0] !== undefined, "what was inserted has an id");
      return String(bigint(rows[0], "import_id"));
    },

    async list({ merchantId, mode }, limit) {
      const { rows } = await pool.query<Row>(
        `select ${COLUMNS} from settlement_import where merchant_id = $1 and mode = $2
         order by import_id desc limit $3`,
        [merchantId, mode, limit],
      );
      return rows.map(read);
    },

    async find({ merchantId, mode }, importId) {
      if (!/^\d{1,18}$/.test(importId)) return undefined;
      const { rows } = await pool.query<Row>(
        `select ${COLUMNS}, differences from settlement_import
         where merchant_id = $1 and mode = $2 and import_id = $3`,
        [merchantId, mode, importId],
      );
      const [row] = rows;
      if (row === undefined) return undefined;
      const differences = json<readonly Written[]>(row, "differences").map(readDifference);
      return { ...read(row), differences };
    },
  };
}

function read(row: Row): SettlementImport {
  return {
    importId: String(bigint(row, "import_id")),
    importedAt: moment(row, "imported_at"),
    importedBy: text(row, "imported_by"),
    lines: integer(row, "lines"),
    settled: integer(row, "settled"),
    differenceCount: integer(row, "difference_count"),
  };
}

type Written = Pick<SettlementDifference, "difference" | "reference"> & {
  readonly order: SettlementDifference["orderId"] | null;
  readonly line: number | null;
  readonly away: string;
  readonly currency: string;
};

function write({ difference, reference, orderId, line, away }: SettlementDifference): Written {
  return {
    difference,
    reference,
    order: orderId ?? null,
    line: line ?? null,
    away: String(away.minor),
    currency: away.currency,
  };
}

function readDifference(written: Written): SettlementDifference {
  const { difference, reference, order, line, away, currency } = written;
  assert(isCurrency(currency), "what was written is a currency");
  return {
    difference,
    reference,
    orderId: order ?? undefined,
    line: line ?? undefined,
    away: money(BigInt(away), currency),
  };
}
