import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type pg from "pg";
import {
  beginReturn,
  endReturn,
  raiseSandbox,
  readSandbox,
} from "../../src/store/sandbox/move-sandbox.ts";
import { bringForward } from "../../src/store/sandbox/sandbox-due.ts";
import { endOpenWork } from "../../src/store/sandbox/sandbox-return.ts";
import { createSandboxTime, type SandboxTime } from "../../src/store/sandbox/sandbox-time.ts";
import { createSessionExpiry } from "../../src/store/session/session-expiry-store.ts";
import { systemDigest } from "../../src/system/digest.ts";
import { DAY, MINUTE, SECOND } from "../../src/kernel/clock.ts";
import { expireSessions } from "../../src/domain/payment/charge/expire-sessions.ts";
import { isWholeRun } from "../support/full-run.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { openTenant, type Tenant } from "../support/tenant.ts";
import { jobDeps } from "../support/job-deps.ts";

/** Tables that a moved sandbox may change, with the columns that identify a row. */
const TABLES = {
  session: ["session_id"],
  session_payment: ["session_id", "order_id"],
  payment: ["session_id", "order_id"],
  attempt: ["attempt_id", "order_id"],
  transfer_request: ["order_id", "reference_code"],
  event: ["event_id", "session_id", "order_id"],
  webhook_endpoint: ["endpoint_id"],
  webhook_delivery: ["endpoint_id", "event_id"],
  session_watch: ["session_id"],
} as const;
const LIVE = "-live";

type Step =
  | { readonly kind: "advance"; readonly ms: number }
  | { readonly kind: "bringForward" | "expire" | "reset" };

const anyStep: fc.Arbitrary<Step> = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 10 * DAY }) },
    { weight: 4, arbitrary: fc.constantFrom("bringForward", "expire", "reset") },
  )
  .map((drawn) =>
    typeof drawn === "number" ? { kind: "advance", ms: drawn } : { kind: drawn as "expire" },
  );

describe("any sequence of moves of one merchant's sandbox", () => {
  let shop: TestService;
  let mover: Tenant;
  let pool: pg.Pool;
  let time: SandboxTime;

  beforeAll(async () => {
    shop = await startTestService();
    mover = await openTenant(shop, shop.merchant);
    const other = await openTenant(shop, await shop.createMerchant("Çiçekçi"));
    await Promise.all([leaveThingsOpen(mover), leaveThingsOpen(other)]);
    await shop.service.stop();
    await Promise.all([mover.receiver.stop(), other.receiver.stop()]);
    shop.clock.move(SECOND);
    pool = shop.database.open({ max: 4 });
    await pool.query(
      `insert into session_watch select merchant_id, session_id, expires_at from session`,
    );
    for (const [table, names] of Object.entries(TABLES)) await cloneAsLive(table, names);
    time = createSandboxTime(pool, shop.clock);
  });
  afterAll(() => shop.database.drop());

  async function leaveThingsOpen(tenant: Tenant): Promise<void> {
    tenant.receiver.answer = () => ({ status: 500 });
    await tenant.transfer();
    await tenant.api.session();
    await tenant.api.pay(await tenant.api.session(), "5528790000000008", {
      fields: { is_3d: true },
    });
    await vi.waitFor(() => expect(tenant.receiver.received).not.toEqual([]), 40_000);
  }

  /** Copies the rows into live mode. */
  async function cloneAsLive(table: string, names: readonly string[]): Promise<void> {
    const changed = names.map((name) => `'${name}', row.${name} || '${LIVE}'`);
    await pool.query(
      `insert into ${table} select cloned.* from ${table} as row cross join lateral
       jsonb_populate_record(row, jsonb_strip_nulls(jsonb_build_object(
         'mode', 'live', ${changed.join(", ")}))) as cloned`,
    );
  }

  /** Every row that does not belong to the moved sandbox. */
  async function others(): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    for (const [table, [name]] of Object.entries(TABLES)) {
      const { rows } = await pool.query(
        `select to_jsonb(row) as row from ${table} as row
         where merchant_id <> $1 or ${name} like '%${LIVE}' order by to_jsonb(row)::text`,
        [mover.merchantId],
      );
      found.push([table, rows]);
    }
    return found;
  }

  async function take(step: Step): Promise<void> {
    const { merchantId } = mover;
    const now = shop.clock.now();
    const stand = await readSandbox(pool, merchantId);
    switch (step.kind) {
      case "advance":
        return void (await raiseSandbox(pool, {
          merchantId,
          aheadMs: stand.aheadMs + step.ms,
          returns: stand.returns,
        }));
      case "bringForward":
        await time.refresh();
        return void (await bringForward(pool, time.clocks.moved(), now));
      case "expire": {
        await time.refresh();
        const expiry = createSessionExpiry(pool);
        const { clocks } = time;
        return void (await expireSessions({
          ...jobDeps(pool, shop.clock),
          clocks,
          report: () => undefined,
          digest: systemDigest,
          expiry,
        }));
      }
      case "reset":
        await beginReturn(pool, merchantId, now);
        await endOpenWork(pool, { merchantId, since: now }, now);
        return endReturn(pool, merchantId);
    }
  }

  it("changes no row of live mode and no row of another merchant", async () => {
    const before = await others();
    expect(JSON.stringify(before)).toContain(LIVE);
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 12 }), async (steps) => {
        for (const step of steps) await take(step);
        expect(await others()).toEqual(before);
      }),
      { numRuns: isWholeRun ? 100 : 25 },
    );
  });

  it("makes the sandbox's due work due, and nothing else", async () => {
    await take({ kind: "reset" });
    await pool.query("update attempt set due_at = $1 where merchant_id = $2", [
      new Date(shop.clock.now() + DAY),
      mover.merchantId,
    ]);
    const due = async () =>
      (
        await pool.query("select attempt_id from attempt where merchant_id = $1 and due_at <= $2", [
          mover.merchantId,
          new Date(shop.clock.now()),
        ])
      ).rows.length;
    await take({ kind: "advance", ms: DAY - MINUTE });
    await take({ kind: "bringForward" });
    expect(await due()).toBe(0);
    await take({ kind: "advance", ms: MINUTE });
    await take({ kind: "bringForward" });
    expect(await due()).toBe(2);
  });

  it("moves a backlog forward in batches, so that other merchants get their turn", async () => {
    const { merchantId } = mover;
    await pool.query(
      `insert into attempt select cloned.* from attempt as row, generate_series(1, 200) as copy
       cross join lateral jsonb_populate_record(row,
         jsonb_build_object('attempt_id', row.attempt_id || copy)) as cloned
       where row.merchant_id = $1 and row.attempt_id not like '%${LIVE}'`,
      [merchantId],
    );
    await pool.query("update attempt set due_at = $1 where merchant_id = $2", [
      new Date(shop.clock.now() + DAY),
      merchantId,
    ]);
    const due = async () =>
      (
        await pool.query("select from attempt where merchant_id = $1 and due_at <= $2", [
          merchantId,
          new Date(shop.clock.now()),
        ])
      ).rows.length;
    await take({ kind: "advance", ms: 30 * DAY });
    for (let round = 0; round < 3; round += 1) {
      await take({ kind: "bringForward" });
      expect(await due()).toBe(20);
    }
  });

  it("leaves leases in real time", async () => {
    const lease = new Date(shop.clock.now() + MINUTE);
    await pool.query("update attempt set due_at = $1, leased_until = $1 where merchant_id = $2", [
      lease,
      mover.merchantId,
    ]);
    await take({ kind: "advance", ms: DAY });
    await take({ kind: "bringForward" });
    const { rows } = await pool.query(
      "select distinct due_at from attempt where merchant_id = $1",
      [mover.merchantId],
    );
    expect(rows).toEqual([{ due_at: lease.getTime() }]);
  });
});
