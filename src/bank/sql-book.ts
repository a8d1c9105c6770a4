import { assert } from "../kernel/assert.ts";
import { Coalescer } from "../kernel/queue/coalesce.ts";
import type { Instant } from "../kernel/clock.ts";
import type { Sql } from "../kernel/sql.ts";
import { isStorable } from "../kernel/text.ts";
import type { Book, RecordedRow } from "./book.ts";
import { CHALLENGE, parseChallenge } from "./challenge-row.ts";
import { arraysOf, arrayValues, namesOf, parametersOf, rowValues } from "./columns.ts";
import type { Challenge } from "./challenge.ts";
import { ENTRY, parseEntry, text } from "./entry-row.ts";
import type { Entry, EntryKey } from "./entry.ts";
import { sqlAccounts } from "./sql-accounts.ts";
import { isUniqueViolation } from "./sql-error.ts";
import { sqlHosted } from "./sql-hosted.ts";

/** `cap` entries in a statement, and `concurrency` statements at once, each on a connection. */
const BATCH = { cap: 64, concurrency: 2 };

/** The bank's book in the PostgreSQL schema `bank`. Entries that wait at once share an insert. */
export function sqlBook(sql: Sql): Book {
  const recorder = new Coalescer<Entry, RecordedRow<Entry>>(
    (entries) => recordBatch(sql, entries),
    BATCH,
  );
  return {
    record: (entry) => recorder.submit(entry),
    find: (key) => findEntry(sql, key),
    amend: (changed, modification) => amend(sql, changed, modification),
    openChallenge: (challenge) => openChallenge(sql, challenge),
    findChallenge: async (id) => {
      if (!isStorable(id)) return undefined;
      const { rows } = await sql.query("select * from bank.challenge where id = $1", [id]);
      return rows[0] && parseChallenge(rows[0]);
    },
    findChallengeOf: (key) => findChallengeOf(sql, key),
    amendChallenge: (changed) => amendChallenge(sql, changed),
    hosted: sqlHosted(sql),
    accounts: sqlAccounts(sql),
    list: async (terminal) => {
      const { rows } = await sql.query(
        `select * from bank.entry where $1::text is null or terminal = $1
         order by booked_at, terminal, request_id`,
        [terminal ?? null],
      );
      return rows.map(parseEntry);
    },
    standing: async (terminal, { from, until, after, limit }) => {
      const { rows } = await sql.query(
        `select * from bank.entry
         where terminal = $1 and (booked_at, request_id) > ($2, $3) and booked_at < $4
           and state = 'approved' and type <> 'reverse'
         order by booked_at, request_id limit $5`,
        [terminal, after?.bookedAt ?? from, after?.requestId ?? "", until, limit],
      );
      return rows.map(parseEntry);
    },
  };
}

/** Returns the entries of a terminal that were booked at `since` or later. */
export async function recentEntries(
  sql: Sql,
  { terminal, since }: { readonly terminal: string; readonly since: Instant },
): Promise<readonly Entry[]> {
  const { rows } = await sql.query(
    `select * from bank.entry where terminal = $1 and booked_at >= $2
     order by booked_at, request_id`,
    [terminal, since],
  );
  return rows.map(parseEntry);
}

async function recordBatch(sql: Sql, entries: readonly Entry[]): Promise<RecordedRow<Entry>[]> {
  const { rows } = await sql.query(
    `insert into bank.entry (${namesOf(ENTRY)}) select * from unnest(${arraysOf(ENTRY)})
     on conflict (terminal, request_id) do nothing returning terminal, request_id`,
    arrayValues(ENTRY, entries),
  );
  const fresh = new Set(rows.map((row) => `${text(row, "terminal")} ${text(row, "request_id")}`));
  return Promise.all(
    entries.map(async (entry) => {
      // If several entries of the batch have the same key, the database inserted the first of them.
      if (fresh.delete(`${entry.terminal} ${entry.requestId}`)) return { fresh: true, row: entry };
      const recorded = await findEntry(sql, entry);
      assert(recorded !== undefined, "an entry that was not inserted exists");
      return { fresh: false, row: recorded };
    }),
  );
}

async function findEntry(sql: Sql, key: EntryKey): Promise<Entry | undefined> {
  const { rows } = await sql.query(
    "select * from bank.entry where terminal = $1 and request_id = $2",
    [key.terminal, key.requestId],
  );
  return rows[0] && parseEntry(rows[0]);
}

async function amend(sql: Sql, changed: Entry, modification: Entry | undefined): Promise<boolean> {
  const update = `update bank.entry
    set state = $4, captured_minor = $5, refunded_minor = $6, voided = $7, version = version + 1
    where terminal = $1 and request_id = $2 and version = $3 returning 1`;
  const values = [
    changed.terminal,
    changed.requestId,
    changed.version,
    changed.state,
    changed.capturedMinor.toString(),
    changed.refundedMinor.toString(),
    changed.voided,
  ];
  if (modification === undefined) return (await sql.query(update, values)).rows.length === 1;
  try {
    const { rows } = await sql.query(
      `with original as (${update})
       insert into bank.entry (${namesOf(ENTRY)})
       select ${parametersOf(ENTRY, values.length + 1)} from original returning 1`,
      [...values, ...rowValues(ENTRY, modification)],
    );
    return rows.length === 1;
  } catch (error) {
    // Another request has booked an entry with the modification's key. PostgreSQL has undone the
    // whole statement, including the update of the authorization.
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

async function openChallenge(sql: Sql, challenge: Challenge): Promise<RecordedRow<Challenge>> {
  const { rows } = await sql.query(
    `insert into bank.challenge (${namesOf(CHALLENGE)}) values (${parametersOf(CHALLENGE)})
     on conflict (terminal, request_id) do nothing returning 1`,
    rowValues(CHALLENGE, challenge),
  );
  if (rows.length === 1) return { fresh: true, row: challenge };
  const recorded = await findChallengeOf(sql, challenge);
  assert(recorded !== undefined, "a challenge that was not inserted exists");
  return { fresh: false, row: recorded };
}

async function findChallengeOf(sql: Sql, key: EntryKey): Promise<Challenge | undefined> {
  const { rows } = await sql.query(
    "select * from bank.challenge where terminal = $1 and request_id = $2",
    [key.terminal, key.requestId],
  );
  return rows[0] && parseChallenge(rows[0]);
}

async function amendChallenge(sql: Sql, changed: Challenge): Promise<boolean> {
  const { decision } = changed;
  const { rows } = await sql.query(
    `update bank.challenge
     set wrong_codes = $3, result = $4, md_status = $5, eci = $6, cavv = $7, decided_at = $8,
       card_behaviour = $9, ahead_ms = $10, version = version + 1
     where id = $1 and version = $2 returning 1`,
    [
      changed.id,
      changed.version,
      changed.wrongCodes,
      decision?.result ?? null,
      decision?.mdStatus ?? null,
      decision?.eci ?? null,
      decision?.cavv ?? null,
      decision?.at ?? null,
      changed.card.behaviour,
      changed.aheadMs,
    ],
  );
  return rows.length === 1;
}
