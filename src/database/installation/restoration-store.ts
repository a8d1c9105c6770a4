import type pg from "pg";
import { MINUTE, toIso, type Instant } from "../../kernel/clock.ts";
import { parseOrderId, sessionTime } from "../../kernel/ids.ts";
import type { Restoration } from "../../domain/payment/restoration.ts";
import { moment, optionalMoment, text, type Row } from "../mapping/rows.ts";

/** The comparison of one connection since a restore. */
export type ComparedSource = {
  readonly merchantId: string;
  readonly acquirer: string;
  /** `open`: it was not compared yet; `no_list`: its bank lists no bookings. */
  readonly state: "open" | "compared" | "no_list";
};

export type RestorationStore = {
  /** The last restore of this database. */
  read(): Promise<Restoration | undefined>;
  sources(): Promise<readonly ComparedSource[]>;
  /** Marks data that were restored by other tools. */
  begin(restored: Restore): Promise<void>;
  end(endedAt: Instant): Promise<void>;
};

// The bookings of held orders are read only after a restore.
const READ = `
  select restored_at, data_until, ended_at, array(
    select distinct order_id from unknown_movement
    where cleared_at is null and order_id is not null
  ) as held
  from restoration order by restored_at desc limit 1`;

const SOURCES = `
  select merchant_id, acquirer,
    case
      when compared_at is null or compared_at < restored_at then 'open'
      when has_list then 'compared'
      else 'no_list'
    end as state
  from (
    select merchant_id, connection_id as acquirer from acquirer_connection
    union
    select merchant_id, acquirer from movement_check
  ) as source
  left join movement_check using (merchant_id, acquirer)
  cross join (select max(restored_at) as restored_at from restoration) as last
  order by merchant_id, acquirer`;

export function createRestorationStore(pool: Pick<pg.Pool, "query">): RestorationStore {
  return {
    async read() {
      const { rows } = await pool.query<Row>(READ);
      return rows[0] === undefined ? undefined : restorationOf(rows[0]);
    },
    async sources() {
      const { rows } = await pool.query<Row>(SOURCES);
      return rows.map(sourceOf);
    },
    begin: (restored) => markRestored(pool, restored),
    async end(endedAt) {
      await pool.query("update restoration set ended_at = $1 where ended_at is null", [
        toIso(endedAt),
      ]);
    },
  };
}

function restorationOf(row: Row): Restoration {
  const held = row["held"];
  return {
    restoredAt: moment(row, "restored_at"),
    dataUntil: moment(row, "data_until"),
    endedAt: optionalMoment(row, "ended_at"),
    heldOrders: new Set(Array.isArray(held) ? held.map((id) => parseOrderId(String(id))) : []),
  };
}

function sourceOf(row: Row): ComparedSource {
  const state = text(row, "state");
  return {
    merchantId: text(row, "merchant_id"),
    acquirer: text(row, "acquirer"),
    state: state === "compared" || state === "no_list" ? state : "open",
  };
}

/** A backup from which a database is filled. */
export type Restore = { readonly restoredAt: Instant; readonly dataUntil: Instant };

/** Marks the data of a database as restored, and lets the banks be compared at once. */
export async function markRestored(
  sql: Pick<pg.Pool, "query">,
  { restoredAt, dataUntil }: Restore,
): Promise<void> {
  await sql.query(
    "insert into restoration (restored_at, data_until) values ($1, $2) on conflict do nothing",
    [toIso(restoredAt), toIso(dataUntil)],
  );
  await sql.query("update movement_check set due_at = $1", [toIso(restoredAt)]);
  await raiseFeed(sql, restoredAt);
}

/** The numbers between the events of two restores that lie a minute apart. */
const NUMBERS_A_MINUTE = 100;
const NUMBERED_SINCE = Date.UTC(2026, 0, 1);

/**
 * Lets the numbers of events begin above any that the lost part of the history may have given, and
 * notes where the feed of the backup ends.
 */
async function raiseFeed(sql: Pick<pg.Pool, "query">, restoredAt: Instant): Promise<void> {
  const floor = Math.ceil((restoredAt - NUMBERED_SINCE) / MINUTE) * NUMBERS_A_MINUTE;
  await sql.query(
    `update event_feed_head
     set sequence_floor = $1, floor_until = $2, restored_position = position
     where floor_until < $2`,
    [Math.max(floor, 0), sessionTime(restoredAt)],
  );
}
