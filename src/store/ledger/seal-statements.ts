import {
  auditContent,
  auditKey,
  eventContent,
  leafHashOf,
  NO_MERCHANT,
  postingContent,
  postingKey,
} from "./leaf-content.ts";

/**
 * Maximum number of postings, and of audit entries, in one round, and of events for each merchant
 * and mode.
 */
const ROUND = 10_000;
/** The unsealed postings that a round reads, to take `ROUND` of them in turns among merchants. */
const LOOKED_AT = 10 * ROUND;
/** The condition on the owner: `$2` if it is given, otherwise all owners but `$1`. */
const isConcerned = (owner: string): string =>
  `${owner} <> all ($1::text[]) and ($2::text is null or ${owner} = $2)`;

/** The condition that a merchant, which an expression names, belongs to the rows at hand. */
type IsOwn = (merchantId: string) => string;

/** How a round gets the audit entries that it seals. */
type AuditSource = {
  /** The common table expression `entries`, with those that it needs. */
  readonly entries: string;
  /** A condition: some of them wait. */
  readonly waits: string;
};

/** The audit log lies in this database. */
const AUDIT_HERE: AuditSource = {
  entries: `taken_entries as (
  delete from audit_unsealed
  where ctid = any (array(
    select audit_unsealed.ctid from audit_unsealed join panel_audit using (entry_id)
    where ${isConcerned(`coalesce(panel_audit.merchant_id, '${NO_MERCHANT}')`)} limit ${ROUND}
  ))
  returning *
),
entries as (
  select coalesce(panel_audit.merchant_id, '${NO_MERCHANT}') as merchant_id,
    ${auditKey("panel_audit")} as key, null as mode, 0 as position,
    ${leafHashOf(auditContent("panel_audit"))} as hash
  from taken_entries cross join lateral (
    select * from panel_audit where panel_audit.entry_id = taken_entries.entry_id offset 0
  ) as panel_audit
)`,
  waits: "exists (select from audit_unsealed)",
};

/**
 * The audit log lies on the coordinator of a distributed database, and the caller gives the leaves.
 * A leaf that a seal holds already is left out: its caller was interrupted before it noted that.
 */
const AUDIT_GIVEN: AuditSource = {
  entries: `entries as (
  select given.merchant_id, given.key, null as mode, 0 as position, given.hash
  from unnest($3::text[], $4::text[], $5::bytea[]) as given (merchant_id, key, hash)
  where not exists (
    select from sealed_leaf as leaf
    where leaf.merchant_id = given.merchant_id and leaf.key = given.key
  )
)`,
  waits: "false",
};

/** The leaves of the audit entries that wait for their seals, in a distributed database. */
export const WAITING_ENTRIES = `
  select entry_id, owner, ${auditKey("panel_audit")} as key,
    ${leafHashOf(auditContent("panel_audit"))} as hash
  from audit_unsealed join panel_audit using (entry_id)
  cross join lateral (
    select coalesce(panel_audit.merchant_id, '${NO_MERCHANT}') as owner
  ) as named
  where ${isConcerned("owner")} limit ${ROUND}`;

export const NOTE_SEALED = "delete from audit_unsealed where entry_id = any ($1)";

// Gives each unsealed row an index in the next seal of its merchant. Unsealed postings and audit
// entries are listed in tables of their own; unsealed events are those after the feed position that
// the last seal reached. The query locks no posting, entry or event. `offset 0` keeps a look-up by
// key a look-up: as a join, PostgreSQL could compare all new rows with all rows of the merchant.
const LAST_SEAL = `
last_seal as materialized (
  select owner.merchant_id, coalesce(number, 0) as number,
    coalesce(test_position, 0) as test_position, coalesce(live_position, 0) as live_position
  from (select merchant_id from merchant union all select '${NO_MERCHANT}') as owner
  left join lateral (
    select * from seal where seal.merchant_id = owner.merchant_id
    order by number desc limit 1
  ) as newest on true
  where ${isConcerned("owner.merchant_id")}`;

const POSTINGS = `
taken as (
  delete from posting_unsealed
  where ctid = any (array(
    select row from (
      select ctid as row, row_number() over (partition by merchant_id) as turn
      from (
        select ctid, merchant_id from posting_unsealed
        where ${isConcerned("merchant_id")} limit ${LOOKED_AT}
      ) as oldest
    ) as in_turn
    order by turn limit ${ROUND}
  ))
  returning *
),
postings as (
  select posting.merchant_id, ${postingKey("posting")} as key, null as mode, 0 as position,
    ${leafHashOf(postingContent("posting"))} as hash
  from taken cross join lateral (
    select * from posting
    where posting.merchant_id = taken.merchant_id and posting.attempt_id = taken.attempt_id
      and posting.line = taken.line
    offset 0
  ) as posting
)`;

const SEALED = `
events as (
  select event.merchant_id, event.event_id as key, fresh.mode, fresh.position,
    ${leafHashOf(eventContent("event"))} as hash
  from last_seal
  cross join (values ('test'), ('live')) as kept (mode)
  cross join lateral (
    select mode, position, event_id, created_at from event_feed
    where event_feed.merchant_id = last_seal.merchant_id and event_feed.mode = kept.mode
      and position > case kept.mode when 'test' then test_position else live_position end
    order by position limit ${ROUND}
  ) as fresh
  cross join lateral (
    select * from event
    where event.merchant_id = last_seal.merchant_id and event.event_id = fresh.event_id
      and event.created_at = fresh.created_at
    offset 0
  ) as event
),
leaves as materialized (
  select merchant_id, key, mode, position, hash, (row_number() over (
    partition by merchant_id order by position, key collate "C") - 1)::int as place
  from (
    select * from postings union all select * from entries union all select * from events
  ) as leaf
),
written as (
  insert into sealed_leaf (merchant_id, key, number, place, hash)
  select merchant_id, key, number + 1, place, hash from leaves join last_seal using (merchant_id)
)
select leaves.merchant_id, last_seal.number + 1 as number,
  string_agg(hash, '' order by place) as hashes,
  greatest(test_position, max(position) filter (where mode = 'test')) as test_position,
  greatest(live_position, max(position) filter (where mode = 'live')) as live_position
from leaves join last_seal using (merchant_id)
group by leaves.merchant_id, last_seal.number, test_position, live_position`;

function takeOf({ entries }: AuditSource, isOwn: IsOwn): string {
  const lastSeal = `${LAST_SEAL} and ${isOwn("owner.merchant_id")}\n)`;
  return `with ${[lastSeal, POSTINGS, entries, SEALED].join(",")}`;
}

// A round is small and the tables are large, so rows must be looked up by index.
export const LOOK_UP = `
  set local enable_seqscan = off;
  set local jit = off`;

// Reads two small tables and the feed's head, so that a round without new rows costs little. A
// shard group has no head before its first event.
const checkOf = ({ waits }: AuditSource): string => `
  select coalesce(max(position), 0) as position,
    exists (select from posting_unsealed) as has_postings, ${waits} as has_entries
  from event_feed_head`;

export type SealStatements = { readonly take: string; readonly check: string };

export const SEAL_DATABASE: SealStatements = {
  take: takeOf(AUDIT_HERE, () => "true"),
  check: checkOf(AUDIT_HERE),
};

/** The statements for one shard group. */
export function sealGroup(isOwn: IsOwn): SealStatements {
  return { take: takeOf(AUDIT_GIVEN, isOwn), check: checkOf(AUDIT_GIVEN) };
}
