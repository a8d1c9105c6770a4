import type pg from "pg";
import { CARD_TYPES } from "../../domain/card/bin-record.ts";
import type { CardNote } from "../../domain/card/card-note.ts";
import type { CardNotes } from "../../domain/card/ports.ts";
import { CARD_BRANDS } from "../../domain/card/card-number.ts";
import { MODES } from "../../domain/merchant/merchant.ts";
import { dayInTurkey } from "../../kernel/calendar-day.ts";
import { slicesOf } from "../../kernel/slices.ts";
import { columnValues, namesOf, unnestClause } from "../../database/mapping/columns.ts";
import { column, optional, record } from "../../database/mapping/mapping.ts";
import type { Row } from "../../database/mapping/rows.ts";

const TOGETHER = 500;

const NOTE = record<CardNote>({
  merchantId: column.id("merchant_id"),
  mode: column.oneOf("mode", MODES),
  connectionId: column.id("connection_id"),
  bin: column.text("bin"),
  issuer: optional(column.text("issuer")),
  bankCode: optional(column.text("bank_code")),
  brand: optional(column.oneOf("card_brand", CARD_BRANDS)),
  type: optional(column.oneOf("card_type", CARD_TYPES)),
  program: optional(column.text("card_program")),
  saidOn: column.day("said_on"),
  count: column.integer("count"),
});

/** A word that leaves out a field keeps what was said of it before. */
const KEEP = `
  insert into card_note (${namesOf(NOTE.columns)})
  select ${namesOf(NOTE.columns)} from ${unnestClause(NOTE.columns)}
  on conflict (merchant_id, mode, connection_id, bin) do update set
    ${["issuer", "bank_code", "card_brand", "card_type", "card_program"]
      .map((name) => `${name} = coalesce(excluded.${name}, card_note.${name})`)
      .join(", ")},
    said_on = excluded.said_on, count = card_note.count + excluded.count`;

/** The notes of cards in the database. */
export function createCardNoteStore(pool: pg.Pool): CardNotes {
  return {
    async keep(source, words, at) {
      const saidOn = dayInTurkey(at);
      const notes = words.map((word) => ({ ...source, ...word, saidOn }));
      for (const part of slicesOf(notes, TOGETHER)) {
        await pool.query(KEEP, columnValues(NOTE.columns, part));
      }
    },
    async forget(before) {
      await pool.query("delete from card_note where said_on < $1", [dayInTurkey(before)]);
    },
    async list(mode) {
      const { rows } = await pool.query<Row>(
        `select ${namesOf(NOTE.columns)} from card_note where mode = $1
         order by bin, connection_id`,
        [mode],
      );
      return rows.map(NOTE.read);
    },
  };
}
