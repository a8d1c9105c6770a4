import type pg from "pg";
import { toIso, type Clock, type Instant } from "../../kernel/clock.ts";
import {
  OTHER_ORIGINS,
  PAGE_KINDS,
  type PolicyViolations,
  type ViolationCount,
  type ViolationOwner,
} from "../../domain/report/policy-violation.ts";
import { bigint, merchantDay, moment, oneOf, text, type Row } from "../../database/mapping/rows.ts";

/**
 * The number of rows of one owner and day from which a new kind of violation is counted without its
 * origin.
 */
const KINDS_MAX = 100;
const LISTED = 200;
const DELETE_BATCH_SIZE = 1_000;

/** Rows are locked in the order of their key, so that no two statements deadlock. */
const ADD = `
with sent as (
  select page, directive, blocked, count(*) as reports
  from unnest($5::text[], $6::text[], $7::text[]) as report (page, directive, blocked)
  group by page, directive, blocked
), known as (
  select page, directive, blocked from policy_violation
  where merchant_id = $1 and mode = $2 and day = $3
), ranked as (
  select sent.*, known.page is not null as is_known,
    row_number() over (
      partition by known.page is not null order by sent.page, sent.directive, sent.blocked
    ) as place
  from sent left join known using (page, directive, blocked)
), placed as (
  select page, directive, reports,
    case when is_known or place <= ${KINDS_MAX} - (select count(*) from known) then blocked
      else '${OTHER_ORIGINS}' end as blocked
  from ranked
)
insert into policy_violation as kept
  (merchant_id, mode, day, page, directive, blocked, reports, last_at)
select $1, $2, $3, page, directive, blocked, sum(reports), $4
from placed group by page, directive, blocked order by page, directive, blocked
on conflict (merchant_id, mode, day, page, directive, blocked) do update set
  reports = kept.reports + excluded.reports,
  last_at = greatest(kept.last_at, excluded.last_at)`;

const LIST = `
select day::text as day, page, directive, blocked, reports, last_at from policy_violation
where merchant_id = $1 and mode = $2 and day >= $3
order by day desc, reports desc, page, directive, blocked limit ${LISTED}`;

/** The stored violations, grouped by days of the real time and not of a sandbox's clock. */
export function createPolicyViolationStore(pool: pg.Pool, clock: Clock): PolicyViolations {
  const list = async (owner: ViolationOwner, since: Instant) => {
    const { rows } = await pool.query<Row>(LIST, [...keyOf(owner), dayOf(since)]);
    return rows.map(readCount);
  };
  return {
    async add(owner, violations) {
      const now = clock.now();
      await pool.query(ADD, [
        ...keyOf(owner),
        dayOf(now),
        toIso(now),
        violations.map(({ page }) => page),
        violations.map(({ directive }) => directive),
        violations.map(({ blocked }) => blocked),
      ]);
    },
    list: ({ merchantId, mode }, since) => list({ merchantId, mode }, since),
    listOfInstallation: (since) => list("installation", since),
  };
}

/** Deletes a batch of the rows of days before `before`; resolves to true if more may be left. */
export async function forgetViolations(pool: pg.Pool, before: Instant): Promise<boolean> {
  const { rowCount } = await pool.query(
    `delete from policy_violation where ctid = any (array(
       select ctid from policy_violation where day < $1 limit ${DELETE_BATCH_SIZE}
     ))`,
    [dayOf(before)],
  );
  return rowCount === DELETE_BATCH_SIZE;
}

/** The key columns of an owner; both are empty for pages of the installation. */
function keyOf(owner: ViolationOwner): readonly [string, string] {
  return owner === "installation" ? ["", ""] : [owner.merchantId, owner.mode];
}

function dayOf(at: Instant): string {
  return toIso(at).slice(0, 10);
}

function readCount(row: Row): ViolationCount {
  return {
    day: merchantDay(row, "day"),
    page: oneOf(row, "page", PAGE_KINDS),
    directive: text(row, "directive"),
    blocked: text(row, "blocked"),
    reports: Number(bigint(row, "reports")),
    lastAt: moment(row, "last_at"),
  };
}
