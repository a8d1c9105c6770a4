import { randomBytes } from "node:crypto";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import type { EventScope } from "../../domain/event/event.ts";
import { instant, toIso } from "../../kernel/clock.ts";
import { newEventId, newMerchantId, type EventId } from "../../kernel/ids.ts";
import type { SqlClient } from "../../database/connection/database.ts";
import { createEventFeed } from "./event-feed-store.ts";
import { createEventPlacer } from "./event-placer.ts";
import { freshEvents, placeStatement } from "./place-events.ts";

const random = { bytes: (count: number) => randomBytes(count) };
const NOON = Date.UTC(2026, 10, 21, 9);

describe("the event placer", () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = database.open({ max: 20 });
  });
  afterAll(() => database.drop());

  const newScope = (): EventScope => ({ merchantId: newMerchantId(random), mode: "test" });

  async function write(sql: SqlClient | Pool, scope: EventScope, at = NOON): Promise<EventId> {
    const eventId = newEventId(scope.merchantId, { now: instant(at), random });
    await sql.query(
      `insert into event (merchant_id, event_id, type, mode, session_id, order_id, data, created_at)
       values ($1, $2, 'payment.completed', $3, 'ses', 'ORD', '{}', $4)`,
      [scope.merchantId, eventId, scope.mode, toIso(instant(at))],
    );
    return eventId;
  }

  async function feedOf(scope: EventScope, after?: bigint) {
    const feed = createEventFeed(pool);
    const query = { ...scope, after, order: "asc", types: undefined, limit: 1_000 } as const;
    return (await feed.list(query)).events;
  }
  const idsOf = async (scope: EventScope, after?: bigint) =>
    (await feedOf(scope, after)).map(({ event }) => event.eventId);

  it("plans for few new events among many old ones", async () => {
    const { merchantId } = newScope();
    const sql = await pool.connect();
    try {
      await sql.query("begin");
      await sql.query(
        `insert into event (merchant_id, event_id, type, mode, session_id, data, created_at)
         select $1, 'evt_' || number, 'payment.completed', 'test', 'ses_' || number, '{}', $2
         from generate_series(1, 30000) as number`,
        [merchantId, toIso(instant(NOON))],
      );
      await sql.query("analyze event");
      const statement = placeStatement(freshEvents("true"), "pg_current_snapshot()");
      const { rows } = await sql.query<{ "QUERY PLAN": unknown }>(
        `explain (generic_plan, format json) ${statement}`,
      );
      const expected = [...JSON.stringify(rows).matchAll(/"Plan Rows":(\d+)/g)];
      const counts = expected.map(([, count]) => Number(count));
      expect(counts.length).toBeGreaterThan(10);
      expect(Math.max(...counts)).toBeLessThan(5_000);
    } finally {
      await sql.query("rollback");
      sql.release();
    }
  });

  it("places an event that commits late after the events that a reader has read", async () => {
    const scope = newScope();
    const placer = createEventPlacer(pool);
    const slow = await pool.connect();
    await slow.query("begin");
    const first = await write(slow, scope, NOON);
    const second = await write(pool, scope, NOON + 5_000);
    await placer.place(instant(NOON));
    const read = await feedOf(scope);
    expect(read.map(({ event }) => event.eventId)).toEqual([second]);
    await placer.place(instant(NOON));
    await slow.query("commit");
    slow.release();
    await placer.place(instant(NOON));
    expect(await idsOf(scope, read.at(-1)?.position)).toEqual([first]);
    expect(await idsOf(scope)).toEqual([second, first]);
  });

  it("orders events by their commits, not by the processes' clocks", async () => {
    const scope = newScope();
    const first = await write(pool, scope, NOON);
    const second = await write(pool, scope, NOON - 60_000);
    const third = await write(pool, scope, NOON - 60_000);
    await createEventPlacer(pool).place(instant(NOON));
    expect(await idsOf(scope)).toEqual([first, second, third]);
  });

  it("returns the last place of one feed alone", async () => {
    const [scope, other] = [newScope(), newScope()];
    const feed = createEventFeed(pool);
    const start = await feed.lastPlaceOf(scope);
    expect(start.position).toBe(0n);
    expect(await feed.positionOf(scope, start.eventId)).toBe(0n);
    expect(await feed.positionOf(other, start.eventId)).toBeUndefined();
    await write(pool, scope);
    await createEventPlacer(pool).place(instant(NOON));
    const growth = await feed.growth();
    await write(pool, other);
    await createEventPlacer(pool).place(instant(NOON));
    const [own] = await feedOf(scope);
    expect(await feed.lastPlaceOf(scope)).toEqual({
      position: own?.position,
      eventId: own?.event.eventId,
    });
    expect(await feed.growth()).toBe(growth + 1n);
  });

  it("leaves out events that were rolled back", async () => {
    const scope = newScope();
    const client = await pool.connect();
    await client.query("begin");
    await write(client, scope);
    await client.query("rollback");
    client.release();
    const kept = await write(pool, scope);
    await createEventPlacer(pool).place(instant(NOON));
    expect(await idsOf(scope)).toEqual([kept]);
  });

  it("shows a following reader every event once, with many writers and placers", async () => {
    const scope = newScope();
    const written: EventId[] = [];
    const writing = { isOver: false };
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let count = 0; count < 40; count += 1) {
        const client = await pool.connect();
        await client.query("begin");
        // The ids have another order than the commits.
        const eventId = await write(client, scope, NOON + ((writer * 7 + count * 13) % 50));
        if ((writer + count) % 3 === 0) await client.query("select pg_sleep(0.01)");
        await client.query("commit");
        client.release();
        written.push(eventId);
      }
    });
    const placers = Array.from({ length: 3 }, async () => {
      const placer = createEventPlacer(pool);
      while (!writing.isOver) await placer.place(instant(NOON));
    });
    const read: EventId[] = [];
    const follow = async (): Promise<void> => {
      let after: bigint | undefined;
      while (!writing.isOver || read.length < written.length) {
        const page = await feedOf(scope, after);
        read.push(...page.map(({ event }) => event.eventId));
        after = page.at(-1)?.position ?? after;
        if (writing.isOver) await createEventPlacer(pool).place(instant(NOON));
      }
    };
    const following = follow();
    await Promise.all(writers);
    writing.isOver = true;
    await Promise.all([...placers, following]);
    expect(read).toHaveLength(320);
    expect(new Set(read)).toEqual(new Set(written));
  });

  it("writes nothing while there is no new event", async () => {
    const placer = createEventPlacer(pool);
    await write(pool, newScope());
    await placer.place(instant(NOON));
    const head = async (): Promise<readonly unknown[]> =>
      (await pool.query<Record<string, unknown>>("select seen::text from event_feed_head")).rows;
    const before = await head();
    await pool.query("create table if not exists unrelated (id int)");
    expect(await placer.place(instant(NOON))).toMatchObject({ kind: "placed", events: 0 });
    expect(await head()).toEqual(before);
  });

  it("continues in a restored database, whose transaction ids start lower", async () => {
    const scope = newScope();
    const placer = createEventPlacer(pool);
    const placed = await write(pool, scope);
    await placer.place(instant(NOON));
    const unplaced = await write(pool, scope);
    await pool.query("update event set written_by = '9000000000'");
    await pool.query("update event_feed_head set seen = '9000000001:9000000001:'");
    const later = await write(pool, scope);
    await placer.place(instant(NOON));
    expect(await idsOf(scope)).toEqual([placed, unplaced, later]);
    expect(await placer.place(instant(NOON))).toMatchObject({ kind: "placed", events: 0 });
    const afterwards = await write(pool, scope);
    await placer.place(instant(NOON));
    expect(await idsOf(scope)).toEqual([placed, unplaced, later, afterwards]);
  });
});
