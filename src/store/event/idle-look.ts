import type pg from "pg";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { flag, text } from "../../database/mapping/rows.ts";
import { endpointsWithDeliveries } from "./endpoints-with-deliveries.ts";
import { HAS_NEW_EVENTS } from "./event-placer.ts";

export type IdleLook = {
  /** True if a job has something to do now. */
  readonly isDue: boolean;
  /** Changes with the tables that processes keep in memory. */
  readonly mark: string;
};

// Skips from merchant to merchant (and from endpoint to endpoint) over the indexes of due times, so
// that items that are due later are not read one by one.
const LOOK = `
  with recursive debtor as (
    (select merchant_id from attempt where due_at is not null order by merchant_id, due_at limit 1)
    union all
    select next.merchant_id from debtor cross join lateral (
      select merchant_id from attempt where due_at is not null and merchant_id > debtor.merchant_id
      order by merchant_id, due_at limit 1
    ) as next
  ), waiting as (${endpointsWithDeliveries("waiting")}
  )
  select
    (select ${HAS_NEW_EVENTS} from event_feed_head) is true
    or exists (
      select from debtor where exists (
        select from attempt where attempt.merchant_id = debtor.merchant_id and due_at <= $1
      )
    )
    or exists (
      select from waiting join webhook_endpoint using (merchant_id, endpoint_id)
      where disabled_at is null and due_at <= $1
    )
    or exists (select from failed_item where due_at <= $1)
    or exists (select from open_hold where due_at <= $1)
    or exists (select from sandbox_time where ahead_ms > 0 or returning_since is not null)
    as is_due,
    concat_ws(' ',
      (select sum(version) from bin_list),
      (select version from connection_version),
      (select max(change) from sandbox_time),
      (select max(created_at) from vault_key),
      (select max(restored_at) from restoration),
      (select max(ended_at) from restoration),
      (select max(number) from bank.account_line)
    ) as mark`;

/** Asks in one statement for what each job would otherwise ask on its own. */
export function createIdleLook(pool: pg.Pool): (now: Instant) => Promise<IdleLook> {
  return async (now) => {
    const { rows } = await pool.query<Record<string, unknown>>(LOOK, [toIso(now)]);
    const [row = {}] = rows;
    return { isDue: flag(row, "is_due"), mark: text(row, "mark") };
  };
}
