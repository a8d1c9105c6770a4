import type pg from "pg";
import { storedCalendarDay, type CalendarDay } from "../../kernel/calendar-day.ts";
import { assert } from "../../kernel/assert.ts";
import { toIso } from "../../kernel/clock.ts";
import { isCurrency } from "../../kernel/currency.ts";
import { money } from "../../kernel/money.ts";
import { slicesOf } from "../../kernel/slices.ts";
import type { Clocks } from "../../domain/merchant/clocks.ts";
import type { ExtractRow } from "../../domain/settlement/extract-row.ts";
import type { ExtractCandidate } from "../../domain/settlement/match-extract.ts";
import type { ExtractStore, KeyedRow, SettlementSource } from "../../domain/settlement/ports.ts";
import { json, optionalText, text, type Row } from "../../database/mapping/rows.ts";
import { expected, EXPECTED_LINE, OF_ATTEMPT, WITH_ATTEMPT } from "./expected-lines.ts";

/** The most rows of one statement. */
const TOGETHER = 1_000;

const KEEP = `
  insert into settlement_row (
    merchant_id, row_key, mode, acquirer, paid_on, document, imported_at
  )
  select $1, row_key, $2, $3, paid_on, document, $4
  from unnest($5::text[], $6::date[], $7::jsonb[]) as given (row_key, paid_on, document)
  order by row_key
  on conflict do nothing`;

// Banks write few of these facts, so an order is looked for by each of them.
const CANDIDATES = `
  with named as (
    select order_id from attempt
    where merchant_id = $1 and auth_code = any ($4) and acquirer = $3
    union
    select order_id from attempt
    where merchant_id = $1 and acquirer = $3
      and (acquirer_reference = any ($5) or attempt_id = any ($5) or order_id = any ($5))
    union
    select order_id from payment
    where merchant_id = $1 and mode = $2 and card_last_four = any ($6)
      and created_at between $7::date - 3 and $8::date + 3
  )
  select ${OF_ATTEMPT}, one.attempt_id as reference, false as is_named_by_original,
    settled.paid_on::text as settled_on, settled.commission as settled_commission,
    payment.card_bin, payment.card_last_four,
    array(
      select upper(other.auth_code) from attempt as other
      where other.merchant_id = $1 and other.order_id = one.order_id and other.auth_code is not null
    ) as auth_codes,
    array[one.order_id, one.attempt_id, attempt.acquirer_reference] as own_references
  from (
    ${expected(`and attempt_id in (
      select attempt_id from attempt
      where merchant_id = $1 and order_id = any (array(select order_id from named))
    )`)}
  ) as one ${WITH_ATTEMPT}
  left join settlement_line as settled on settled.merchant_id = $1
    and settled.attempt_id = one.attempt_id and settled.kind = one.kind
  where attempt.acquirer = $3`;

/** The rows of the extracts that banks write. */
export function createExtractStore(pool: pg.Pool, clocks: Clocks): ExtractStore {
  return {
    keep: (source, rows) => keepRows({ pool, at: toIso(clocks.now(source)) }, source, rows),

    async waiting({ merchantId, acquirer, mode }, until) {
      const { rows } = await pool.query<Row>(
        `select row_key, document from settlement_row
         where merchant_id = $1 and acquirer = $2 and mode = $3 and paid_on <= $4
           and settled_at is null and compared_at is null
         order by paid_on, row_key`,
        [merchantId, acquirer, mode, until],
      );
      return rows.map(readKeyed);
    },

    async noteCompared(source, keys) {
      await pool.query(
        `update settlement_row set compared_at = $3
         where merchant_id = $1 and row_key = any ($2)`,
        [source.merchantId, keys, toIso(clocks.now(source))],
      );
    },

    candidates: (source, rows) => readCandidates(pool, source, rows),
  };
}

async function keepRows(
  { pool, at }: { readonly pool: pg.Pool; readonly at: string },
  { merchantId, mode, acquirer }: SettlementSource,
  rows: readonly KeyedRow[],
): Promise<ReadonlySet<string>> {
  const settled = new Set<string>();
  for (const part of slicesOf(rows, TOGETHER)) {
    const keys = part.map(({ key }) => key);
    const days = part.map(({ row }) => row.paidOn);
    const documents = part.map(({ row }) => writeRow(row));
    await pool.query(KEEP, [merchantId, mode, acquirer, at, keys, days, documents]);
    const { rows: known } = await pool.query<Row>(
      `select row_key from settlement_row
       where merchant_id = $1 and row_key = any ($2) and settled_at is not null`,
      [merchantId, keys],
    );
    for (const row of known) settled.add(text(row, "row_key"));
  }
  return settled;
}

async function readCandidates(
  pool: pg.Pool,
  { merchantId, mode, acquirer }: SettlementSource,
  rows: readonly ExtractRow[],
): Promise<readonly ExtractCandidate[]> {
  const days = rows.flatMap(({ soldOn }) => soldOn ?? []).toSorted();
  const { rows: found } = await pool.query<Row>(CANDIDATES, [
    merchantId,
    mode,
    acquirer,
    codesOf(rows),
    rows.flatMap(({ reference }) => reference ?? []),
    rows.flatMap(({ card, soldOn }) => (soldOn === undefined ? [] : (card?.lastFour ?? []))),
    days[0],
    days.at(-1),
  ]);
  return found.map(readCandidate);
}

/** Spreadsheets drop the zeros in front of a code, and banks its small letters. */
function codesOf(rows: readonly ExtractRow[]): readonly string[] {
  return rows.flatMap(({ authCode }) =>
    authCode === undefined
      ? []
      : [authCode, authCode.toLowerCase(), authCode.replace(/^0+(?=.)/, "")],
  );
}

function readCandidate(row: Row): ExtractCandidate {
  return {
    expected: EXPECTED_LINE.read(row),
    authCodes: json<readonly string[]>(row, "auth_codes"),
    references: json<readonly (string | null)[]>(row, "own_references").flatMap((one) => one ?? []),
    cardBin: optionalText(row, "card_bin"),
    cardLastFour: optionalText(row, "card_last_four"),
  };
}

type WrittenRow = Omit<ExtractRow, "gross" | "commission"> & {
  readonly gross: string;
  readonly commission: string;
  readonly currency: string;
};

function writeRow(row: ExtractRow): string {
  const { gross, commission, ...facts } = row;
  const amounts = { gross: String(gross.minor), commission: String(commission.minor) };
  return JSON.stringify({ ...facts, ...amounts, currency: gross.currency });
}

function readKeyed(row: Row): KeyedRow {
  const { gross, commission, currency, ...facts } = json<WrittenRow>(row, "document");
  assert(isCurrency(currency), "a stored row has a currency");
  const amounts = {
    gross: money(BigInt(gross), currency),
    commission: money(BigInt(commission), currency),
  };
  return { key: text(row, "row_key"), row: { ...facts, ...amounts, paidOn: dayOf(facts.paidOn) } };
}

function dayOf(day: string): CalendarDay {
  const read = storedCalendarDay(day);
  assert(read !== undefined, "a stored row has a day");
  return read;
}
