import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Pool } from "pg";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { ReplicaRoute, routePool } from "./replica-route.ts";

describe("reports' route to the replica", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ empty: true });
  });
  afterAll(() => database.drop());

  /** A pool whose server is at the given position of the log, or does not answer. */
  function serverAt(position: () => number | undefined): Pool {
    const pool = database.open({ max: 1 });
    return Object.assign(pool, {
      query: async () => {
        const at = position();
        if (at === undefined) throw new Error("connection terminated");
        return { rows: [{ position: String(at) }] };
      },
    });
  }
  function route() {
    const state = { now: 0, primary: 100, replica: 100 as number | undefined };
    const changes: string[] = [];
    const measured = new ReplicaRoute({
      replica: serverAt(() => state.replica),
      primary: serverAt(() => state.primary),
      lagMaxMs: 30_000,
      now: () => state.now,
      onChange: (status) => changes.push(status.state),
    });
    const look = async (step: Partial<typeof state>) => {
      Object.assign(state, step);
      await measured.look();
      return measured.status();
    };
    return { measured, look, changes, state };
  }

  it("knows the age of the newest data that the replica has", async () => {
    const { look, changes, measured } = route();
    expect(await look({})).toEqual({ state: "in_use", lagMs: 0 });
    expect(await look({ now: 10_000, primary: 200 })).toEqual({ state: "in_use", lagMs: 10_000 });
    expect(await look({ now: 40_000, primary: 300 })).toEqual({ state: "behind", lagMs: 40_000 });
    expect(measured.isUsable()).toBe(false);
    expect(await look({ now: 45_000, replica: 200 })).toEqual({ state: "behind", lagMs: 35_000 });
    expect(await look({ now: 50_000, replica: 300 })).toEqual({ state: "in_use", lagMs: 0 });
    expect(changes).toEqual(["behind", "in_use"]);
  });

  it("leaves a replica that is down, and tries it again later", async () => {
    const { look, measured, state } = route();
    expect(await look({ replica: undefined })).toEqual({ state: "down", lagMs: undefined });
    expect(measured.isUsable()).toBe(false);
    state.now += 16_000;
    expect(measured.isUsable()).toBe(true);
  });

  it("gives connections of the primary while the replica is down, by either call", async () => {
    const { measured } = route();
    const primary = database.open({ max: 2 });
    const nowhere = database.open({ max: 2, address: "postgres://nobody@127.0.0.1:1/none" });
    const { pool, poolOf } = routePool(nowhere, primary, measured);
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    const client = await pool.connect();
    expect(poolOf(client)).toBe(primary);
    client.release();
    expect([measured.status().state, primary.idleCount]).toEqual(["down", 1]);
  });
});
