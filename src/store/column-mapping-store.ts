import type pg from "pg";
import { assert } from "../kernel/assert.ts";
import { toIso } from "../kernel/clock.ts";
import { BIN_FIELDS } from "../domain/card/read-bin-row.ts";
import { EXTRACT_FIELDS } from "../domain/settlement/read-extract-row.ts";
import type { ColumnMappings, KeptMapping, MappingPlace } from "../domain/table/ports.ts";
import { mappingDocument, readMapping } from "../domain/table/read-mapping.ts";
import { json, moment, text, type Row } from "../database/mapping/rows.ts";

const FIELDS = { bins: BIN_FIELDS, settlement: EXTRACT_FIELDS } as const;
const COLUMNS = "use, name, document, changed_at, changed_by";

export function createColumnMappingStore(pool: pg.Pool): ColumnMappings {
  return {
    async find(place) {
      const { rows } = await pool.query<Row>(
        `select ${COLUMNS} from column_mapping
         where merchant_id = $1 and use = $2 and name = $3`,
        keyOf(place),
      );
      return rows[0] === undefined ? undefined : readKept(rows[0]);
    },

    async keep(place, { mapping, changedAt, changedBy }) {
      await pool.query(
        `insert into column_mapping (merchant_id, use, name, document, changed_at, changed_by)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (merchant_id, use, name) do update set document = excluded.document,
           changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
        [...keyOf(place), JSON.stringify(mappingDocument(mapping)), toIso(changedAt), changedBy],
      );
    },

    async remove(place) {
      const { rowCount } = await pool.query(
        "delete from column_mapping where merchant_id = $1 and use = $2 and name = $3",
        keyOf(place),
      );
      return rowCount === 1;
    },

    async listBins() {
      const { rows } = await pool.query<Row>(
        `select ${COLUMNS} from column_mapping
         where merchant_id = '' and use = 'bins' order by name`,
      );
      return rows.map(readKept);
    },
  };
}

function keyOf(place: MappingPlace): string[] {
  return [place.use === "bins" ? "" : place.merchantId, place.use, place.name];
}

function readKept(row: Row): KeptMapping {
  const fields = FIELDS[text(row, "use") === "bins" ? "bins" : "settlement"];
  const read = readMapping(json(row, "document"), fields);
  assert(read.ok, "a kept mapping was read before it was kept");
  return {
    name: text(row, "name"),
    mapping: read.value,
    changedAt: moment(row, "changed_at"),
    changedBy: text(row, "changed_by"),
  };
}
