import type pg from "pg";
import { HOUR, later, toIso } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { RollupKeeper } from "../../domain/report/ports.ts";
import { inTransaction } from "../../database/connection/database.ts";
import { classifyDatabaseError } from "../../database/connection/database-error.ts";
import { statusOf } from "../payment/report-conditions.ts";
import { bigint, id, integer, type Row } from "../../database/mapping/rows.ts";

const REBUILD_TRIES = 5;
/**
 * The number of a merchant's changes from which compacting saves more than it costs; readers add up
 * fewer changes at no cost.
 */
const WORTH_COMPACTING = 100;
/** Maximum number of changes of one merchant in one round; the next round compacts the rest. */
const COMPACTED_AT_ONCE = 20_000;
/** Few changes are compacted too, once one of them is of a payment that is older than this. */
const LATEST_MS = HOUR;
/** First key of an advisory lock whose second key is a merchant; nothing else locks this pair. */
const COMPACT_LOCK = 1_986_361_967;

const FACTS = "payment_type, status, currency, payments, amount, refunded";
const KEY = "mode, span, begins_at, payment_type, status, currency";
const SUMS = "sum(payments) as payments, sum(amount) as amount, sum(refunded) as refunded";

// One row for each unit (month, day, quarter of an hour) that contains a quarter of an hour.
const UNITS = `cross join lateral (values
    ('quarter', quarter),
    ('day', date_trunc('day', quarter, 'UTC')),
    ('month', date_trunc('month', quarter, 'UTC'))
  ) as unit (span, begins_at)`;

// The roll-up as counted from the payments.
const COUNTED = `
  select mode, date_bin('15 minutes', created_at, 'epoch') as quarter, payment_type,
    ${statusOf("state")} as status, currency, count(*) as payments, sum(amount) as amount,
    count(*) filter (where refunded_amount > 0) as refunded
  from payment where merchant_id = $1 group by 1, 2, 3, 4, 5`;

// If two processes compact a merchant's changes at once, the second one changes nothing (`mine` is
// false). One statement deletes a change and adds it to the roll-up, so no change is ever counted
// twice.
const COMPACT = `
  with mine as materialized (
    select pg_try_advisory_xact_lock(${COMPACT_LOCK}, hashtext($1)) as mine
  ),
  taken as (
    delete from payment_tally_change
    where (select mine from mine) and ctid = any (array(
      select ctid from payment_tally_change where merchant_id = $1 limit ${COMPACTED_AT_ONCE}
    ))
    returning mode, quarter, ${FACTS}
  ),
  merged as (
    insert into payment_tally as tally (merchant_id, ${KEY}, payments, amount, refunded)
    select $1, ${KEY}, ${SUMS}
    from taken ${UNITS}
    group by ${KEY}
    having sum(payments) <> 0 or sum(amount) <> 0 or sum(refunded) <> 0
    order by ${KEY}
    on conflict (merchant_id, ${KEY}) do update
    set payments = tally.payments + excluded.payments, amount = tally.amount + excluded.amount,
      refunded = tally.refunded + excluded.refunded
  )
  select count(*)::int as taken from taken`;

const DIFFERENCES = `
  with counted as (${COUNTED}),
  truth as (select ${KEY}, ${SUMS} from counted ${UNITS} group by ${KEY}),
  kept as (
    select ${KEY}, ${SUMS}
    from (
      select ${KEY}, payments, amount, refunded from payment_tally where merchant_id = $1
      union all
      select ${KEY}, payments, amount, refunded
      from (select * from payment_tally_change where merchant_id = $1) as change ${UNITS}
    ) as either
    group by ${KEY}
    having sum(payments) <> 0 or sum(amount) <> 0 or sum(refunded) <> 0
  )
  select count(*) as differences from (
    (table truth except table kept) union all (table kept except table truth)
  ) as difference`;

/**
 * Compacts the changes of the roll-up, and rebuilds it from the payments; its migration describes
 * the tables.
 */
export function createRollupKeeper(pool: pg.Pool): RollupKeeper {
  return {
    async compact(now, each = (_merchant, work) => work()) {
      const { rows } = await pool.query<Record<string, unknown>>(
        `select merchant_id from payment_tally_change
         group by merchant_id having count(*) >= ${WORTH_COMPACTING} or min(quarter) < $1`,
        [toIso(later(now, -LATEST_MS))],
      );
      let isMore = false;
      for (const row of rows) {
        const merchantId: MerchantId = id(row, "merchant_id");
        const compact = { name: "compact-rollups", text: COMPACT, values: [merchantId] };
        await each(merchantId, async () => {
          const compacted = await pool.query<Row>(compact);
          isMore ||= compacted.rows.some((one) => integer(one, "taken") >= COMPACTED_AT_ONCE);
        });
      }
      return isMore;
    },

    async rebuild(merchantId) {
      for (let tries = 1; ; tries += 1) {
        try {
          await rebuild(pool, merchantId);
          return;
        } catch (error) {
          // Another process compacted changes after the snapshot was taken, so the sums of the
          // snapshot would be wrong; it has deleted changes, or inserted rows of the roll-up.
          const { kind } = classifyDatabaseError(error);
          if (kind !== "conflict" || tries === REBUILD_TRIES) throw error;
        }
      }
    },

    async countDifferences(merchantId) {
      const { rows } = await pool.query<Record<string, unknown>>(DIFFERENCES, [merchantId]);
      return rows[0] === undefined ? 0 : Number(bigint(rows[0], "differences"));
    },
  };
}

/**
 * Counts a merchant's roll-up anew from one snapshot. Changes that are committed after the snapshot
 * are kept, because the count does not include their payments.
 */
async function rebuild(pool: pg.Pool, merchantId: MerchantId): Promise<void> {
  await inTransaction(pool, async (sql) => {
    await sql.query("set transaction isolation level repeatable read");
    await sql.query("set local statement_timeout = 0");
    await sql.query("delete from payment_tally where merchant_id = $1", [merchantId]);
    await sql.query("delete from payment_tally_change where merchant_id = $1", [merchantId]);
    // `on conflict` makes a row that was inserted after the snapshot a conflict of transactions,
    // after which the caller tries again. No row is left out: those of the snapshot are deleted.
    await sql.query(
      `with counted as (${COUNTED})
       insert into payment_tally (merchant_id, ${KEY}, payments, amount, refunded)
       select $1, ${KEY}, ${SUMS} from counted ${UNITS} group by ${KEY}
       on conflict do nothing`,
      [merchantId],
    );
  });
}
