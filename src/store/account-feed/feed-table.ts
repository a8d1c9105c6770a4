import type pg from "pg";
import type { AccountFeed } from "../../domain/account-feed/account-feed.ts";
import { SANDBOX_FEED_ID } from "../../domain/account-feed/sandbox-feed.ts";
import type {
  ClaimedFeed,
  FeedClaim,
  FeedStore,
  FeedWrite,
} from "../../domain/account-feed/ports.ts";
import type { LineOwner } from "../../domain/transfer/statement-line.ts";
import { toIso } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import { classifyDatabaseError } from "../../database/connection/database-error.ts";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";
import { keyInForce, type KeyLock } from "../../database/connection/key-lock.ts";
import { namesOf, parametersOf, rowValues } from "../../database/mapping/columns.ts";
import { moment, type Row } from "../../database/mapping/rows.ts";
import type { SealedCredentials } from "../connection/write-connection.ts";
import { createFeedKeys, type FeedKeys } from "./feed-keys.ts";
import { FEED, FEED_PROGRESS } from "./feed-rows.ts";

type SealedFeedWrite = FeedWrite | "stale_key";

/** The rows of feeds, with credentials as ciphertext. */
export type FeedTable = Omit<FeedStore, "create" | "change" | "open"> &
  FeedKeys & {
    create(feed: AccountFeed, sealed: SealedCredentials, most: number): Promise<SealedFeedWrite>;
    change(feed: AccountFeed, before: Pick<AccountFeed, "updatedAt">): Promise<FeedWrite>;
    changeSealed(
      feed: AccountFeed,
      sealed: SealedCredentials,
      before: Pick<AccountFeed, "updatedAt">,
    ): Promise<SealedFeedWrite>;
  };

/** The feeds that people add; that of the test bank is none of them. */
const ADDED = `feed_id <> '${SANDBOX_FEED_ID}'`;
const OF_OWNER = `merchant_id is not distinct from $1 and mode is not distinct from $2 and ${ADDED}`;

const CREATE = `
  insert into bank_feed (${namesOf(FEED.columns)}, credentials)
  select ${parametersOf(FEED.columns, 4)}, $${FEED.columns.length + 4}
  where (select count(*) from bank_feed where ${OF_OWNER}) < $3`;

const KEEP = `
  insert into bank_feed (${namesOf(FEED.columns)}) values (${parametersOf(FEED.columns)})
  on conflict (feed_id) do update set state = excluded.state, due_at = excluded.due_at,
    updated_at = excluded.updated_at, failures = excluded.failures`;

const CHANGE = `
  update bank_feed set title = $3, every_seconds = $4, updated_at = $5, shown_credentials = $6,
    credentials = coalesce($7, credentials), due_at = least(due_at, $5)
  where feed_id = $1 and updated_at = $2`;

// The one that is overdue for longest comes first. A look that was cut off is due again when its
// lease ends.
const CLAIM = `
  update bank_feed set leased_until = $2, due_at = $2
  from (
    select feed_id from bank_feed
    where state = 'active' and due_at <= $1 and (leased_until is null or leased_until <= $1)
      and (merchant_id is null or merchant_id <> all ($4))
    order by due_at, feed_id limit $3 for update skip locked
  ) as due
  where bank_feed.feed_id = due.feed_id
  returning ${FEED.columns.map(([name]) => `bank_feed.${name}`).join(", ")}, leased_until`;

// A feed that was woken during the look stays due.
const RENEW = `
  update bank_feed set leased_until = $3,
    due_at = case when due_at = $2 then $3 else due_at end
  where feed_id = $1 and leased_until = $2`;

const LOOKED = FEED_PROGRESS.columns.filter(([name]) => name !== "due_at");

// Where the feed was woken during the look, it stays due.
const RECORD_LOOK = `
  update bank_feed set leased_until = null,
    due_at = case when due_at = $2 then $3 else due_at end,
    ${LOOKED.map(([name, type], index) => `${name} = $${index + 4}::${type}`).join(", ")}
  where feed_id = $1 and leased_until = $2`;

export function createFeedTable(pool: pg.Pool, lock: KeyLock = "share"): FeedTable {
  const select = async (where: string, values: readonly unknown[]) => {
    const { rows } = await pool.query<Row>(
      `select ${namesOf(FEED.columns)} from bank_feed ${where}`,
      [...values],
    );
    return rows.map(FEED.read);
  };
  return {
    ...writes(pool, lock),
    ...looks(pool),
    ...createFeedKeys(pool, lock),
    async find(feedId) {
      const [found] = await select(`where feed_id = $1 and ${ADDED}`, [feedId]);
      return found;
    },
    list: (owner) => select(`where ${OF_OWNER} order by created_at, feed_id`, ownerValues(owner)),
    listAll: () => select(`where ${ADDED} order by created_at, feed_id`, []),
  };
}

function ownerValues(owner: LineOwner | undefined): readonly (string | null)[] {
  return [owner?.merchantId ?? null, owner?.mode ?? null];
}

type Writes = Pick<
  FeedTable,
  "create" | "change" | "changeSealed" | "changeState" | "keep" | "noteCheck" | "wake"
>;

async function writeChange(
  sql: Pick<SqlClient, "query">,
  { feed, before }: { readonly feed: AccountFeed; readonly before: Pick<AccountFeed, "updatedAt"> },
  sealed: SealedCredentials | undefined,
): Promise<FeedWrite> {
  const { rowCount } = await sql.query(CHANGE, [
    feed.feedId,
    toIso(before.updatedAt),
    feed.title,
    feed.everySeconds,
    toIso(feed.updatedAt),
    JSON.stringify(feed.shownCredentials),
    sealed?.text ?? null,
  ]);
  return rowCount === 1 ? "written" : "changed_meanwhile";
}

function writes(pool: pg.Pool, lock: KeyLock): Writes {
  return {
    create: (feed, sealed, most) =>
      underKey({ pool, lock }, sealed, async (sql) => {
        const { rowCount } = await sql.query(CREATE, [
          ...ownerValues(feed.owner),
          most,
          ...rowValues(FEED.columns, feed),
          sealed.text,
        ]);
        return rowCount === 1 ? "written" : "too_many";
      }),
    change: (feed, before) => orTaken(() => writeChange(pool, { feed, before }, undefined)),
    changeSealed: (feed, sealed, before) =>
      underKey({ pool, lock }, sealed, (sql) => writeChange(sql, { feed, before }, sealed)),
    async changeState(feedId, to, at) {
      await pool.query(
        `update bank_feed set state = $2, updated_at = $3, due_at = $3, failures = 0
         where feed_id = $1`,
        [feedId, to, toIso(at)],
      );
    },
    async keep(feed) {
      await pool.query(KEEP, rowValues(FEED.columns, feed));
    },
    async noteCheck(feedId, check) {
      await pool.query("update bank_feed set last_check = $2 where feed_id = $1", [
        feedId,
        JSON.stringify(check),
      ]);
    },
    async wake(feedId, at) {
      await pool.query("update bank_feed set due_at = $2 where feed_id = $1", [feedId, toIso(at)]);
    },
  };
}

/** Writes credentials while their vault key is in force; a rotation waits for the lock. */
function underKey(
  { pool, lock }: { readonly pool: pg.Pool; readonly lock: KeyLock },
  { keyId }: SealedCredentials,
  write: (sql: SqlClient) => Promise<FeedWrite>,
): Promise<SealedFeedWrite> {
  return orTaken(() =>
    inTransaction(pool, async (sql) => {
      const { rowCount } = await sql.query(keyInForce("$1", lock), [keyId]);
      return rowCount === 1 ? write(sql) : "stale_key";
    }),
  );
}

/** A feed has two unique values, its id and its title, and a new id is never taken. */
async function orTaken<Written>(write: () => Promise<Written>): Promise<Written | "title_taken"> {
  try {
    return await write();
  } catch (error) {
    if (classifyDatabaseError(error).kind === "unique_violation") return "title_taken";
    throw error;
  }
}

function looks(pool: pg.Pool): Pick<FeedTable, "claim" | "renew" | "recordLook"> {
  return {
    async claim({ now, leaseUntil, limit, without }: FeedClaim) {
      const values = [toIso(now), toIso(leaseUntil), limit, [...new Set<MerchantId>(without)]];
      const { rows } = await pool.query<Row>({ name: "claim-feeds", text: CLAIM, values });
      return rows.map((row): ClaimedFeed => ({
        feed: FEED.read(row),
        leasedUntil: moment(row, "leased_until"),
      }));
    },
    async renew({ feed, leasedUntil }, leaseUntil) {
      const values = [feed.feedId, toIso(leasedUntil), toIso(leaseUntil)];
      const { rowCount } = await pool.query({ name: "renew-feed", text: RENEW, values });
      return rowCount === 1;
    },
    async recordLook({ feed, leasedUntil }, progress) {
      await pool.query(RECORD_LOOK, [
        feed.feedId,
        toIso(leasedUntil),
        toIso(progress.dueAt),
        ...rowValues(LOOKED, progress),
      ]);
    },
  };
}
