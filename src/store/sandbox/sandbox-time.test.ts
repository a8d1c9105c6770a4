import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type pg from "pg";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { movableClock, random } from "../../../test/support/sandbox-bank.ts";
import { DAY, HOUR } from "../../kernel/clock.ts";
import { newMerchantId, type MerchantId } from "../../kernel/ids.ts";
import { createMerchant } from "../../domain/merchant/create-merchant.ts";
import { systemDigest } from "../../system/digest.ts";
import { createMerchantStore } from "../merchant/merchant-store.ts";
import { migrate } from "../../database/migration/migrate.ts";
import { MIGRATIONS } from "../../database/migration/migration-file.ts";
import { beginReturn, endReturn, raiseSandbox, readSandbox } from "./move-sandbox.ts";
import { createSandboxTime } from "./sandbox-time.ts";

describe("the times of sandboxes", () => {
  const clock = movableClock();
  let database: TestDatabase;
  let pool: pg.Pool;
  afterEach(() => database.drop());

  const open = async (options = {}): Promise<void> => {
    database = await createTestDatabase(options);
    pool = database.open({ max: 4 });
  };
  const newMerchant = async (): Promise<MerchantId> => {
    const merchants = createMerchantStore(pool, clock);
    const deps = { clock, random, digest: systemDigest, merchants };
    return (await createMerchant(deps, { name: "Kitapçı" })).merchant.merchantId;
  };

  describe("in the memory of a process", () => {
    let mine: MerchantId;
    let theirs: MerchantId;
    beforeEach(async () => {
      await open();
      [mine, theirs] = [await newMerchant(), await newMerchant()];
    });
    const raise = async (merchantId: MerchantId, aheadMs: number): Promise<boolean> =>
      raiseSandbox(pool, {
        merchantId,
        aheadMs,
        returns: (await readSandbox(pool, merchantId)).returns,
      });

    it("belong to one merchant each, and never to live mode", async () => {
      const { clocks, refresh } = createSandboxTime(pool, clock);
      await raise(mine, DAY);
      const now = clock.now();
      expect(clocks.now({ merchantId: mine, mode: "test" })).toBe(now);
      await refresh();
      expect(clocks.now({ merchantId: mine, mode: "test" })).toBe(now + DAY);
      expect(clocks.now({ merchantId: mine, mode: "live" })).toBe(now);
      expect(clocks.now({ merchantId: theirs, mode: "test" })).toBe(now);
      expect(clocks.moved()).toEqual([{ merchantId: mine, aheadMs: DAY }]);
    });

    it("return to the real time only, and a process notices it", async () => {
      const changed: MerchantId[] = [];
      const time = createSandboxTime(pool, clock, (merchantId) => void changed.push(merchantId));
      await raise(mine, DAY);
      await raise(mine, HOUR);
      await raise(theirs, HOUR);
      await time.refresh();
      expect([time.aheadMs(mine), time.aheadMs(theirs), changed]).toEqual([
        DAY,
        HOUR,
        [mine, theirs],
      ]);
      const state = await readSandbox(pool, mine);
      await beginReturn(pool, mine, clock.now());
      await time.refresh();
      expect([time.aheadMs(mine), time.aheadMs(theirs), changed]).toEqual([
        0,
        HOUR,
        [mine, theirs, mine],
      ]);
      expect(time.returning()).toEqual([{ merchantId: mine, since: clock.now() }]);
      // An advance that began before the return is refused, and any other until the return has
      // ended.
      expect(await raiseSandbox(pool, { ...state, merchantId: mine, aheadMs: DAY })).toBe(false);
      expect(await raise(mine, DAY)).toBe(false);
      await endReturn(pool, mine);
      await time.refresh();
      expect([time.returning(), changed]).toEqual([[], [mine, theirs, mine, mine]]);
      expect(await raise(mine, HOUR)).toBe(true);
    });

    it("are read in the order of their changes, also if many change at once", async () => {
      const time = createSandboxTime(pool, clock);
      const raised = Array.from({ length: 40 }, (_, index) =>
        raise(index % 2 === 0 ? mine : theirs, (index + 1) * HOUR).then(() => time.refresh()),
      );
      await Promise.all(raised);
      expect([time.aheadMs(mine), time.aheadMs(theirs)]).toEqual([39 * HOUR, 40 * HOUR]);
      const { rows } = await pool.query("select max(change)::int as last from sandbox_time");
      expect(rows).toEqual([{ last: 40 }]);
    });
  });

  it("take over the lead of the installation's former single time when upgrading", async () => {
    await open({ empty: true });
    const folder = await mkdtemp(join(tmpdir(), "vezne-migrations-"));
    await cp(MIGRATIONS, folder, { recursive: true });
    const files = (await readdir(join(folder, "vezne"))).toSorted();
    const first = files.findIndex((file) => file.endsWith("-sandbox-time.sql"));
    await Promise.all(files.slice(first).map((file) => rm(join(folder, "vezne", file))));
    await migrate(database.connection, "vezne", { folder });
    await rm(folder, { recursive: true });
    const [mine, theirs] = [newMerchantId(random), newMerchantId(random)];
    await pool.query(
      `insert into merchant (merchant_id, name, settings, webhook_secret, created_at)
       select id, 'Kitapçı', '{}', 'whsec_', now() from unnest($1::text[]) as id`,
      [[mine, theirs]],
    );
    await pool.query("insert into sandbox_clock (ahead_ms) values ($1)", [DAY]);
    await pool.query("insert into session_expiry values ($1, 'ses_')", [mine]);
    await migrate(database.connection, "vezne");
    const time = createSandboxTime(pool, clock);
    await time.refresh();
    expect([time.aheadMs(mine), time.aheadMs(theirs)]).toEqual([DAY, DAY]);
    expect((await pool.query("select from session_expiry")).rows).toEqual([]);
  });
});
