import type { Client, Pool } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { readBacklog } from "../../src/store/event/backlog-store.ts";
import { readJobRuns, VERIFY } from "../../src/store/job/job-run-store.ts";
import { readVerifyRuns, saveVerifyRun } from "../../src/store/job/verify-run-store.ts";
import { raiseSandbox } from "../../src/store/sandbox/move-sandbox.ts";
import { DAY, HOUR, later, MINUTE } from "../../src/kernel/clock.ts";
import { runCommand } from "../support/command-line.ts";
import { atInstallation } from "../support/installation.ts";
import { panelUsers, panelVisitor } from "../support/panel-visitor.ts";
import { addEndpoint, manageWebhooks, startReceiver } from "../support/webhook-receiver.ts";
import { startTestService, type TestService } from "../support/service.ts";

const APPROVED = "5528790000000008";
/** The counting job runs every ten seconds. */
const COUNTED = { timeout: 160_000, interval: 500 };

describe("the metrics of work that waits", () => {
  let shop: TestService;
  let pool: Pool;
  beforeAll(async () => {
    shop = await startTestService();
    pool = shop.database.open({ max: 3 });
  });
  afterAll(() => shop.close());

  const figures = async (): Promise<(series: string) => number | undefined> => {
    const text = await (await fetch(`${shop.url}/metrics`)).text();
    const lines = text.split("\n").map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))] as const;
    });
    const found = new Map(lines);
    return (series) => found.get(series);
  };
  const figure = async (series: string) => (await figures())(series);
  const pay = async () => shop.api.pay(await shop.api.session(), APPROVED);
  /** Works where the rows of the merchant are: on a cluster, in its shard group. */
  const inGroup = <Value>(work: (own: Pool) => Promise<Value>) =>
    atInstallation(shop, ({ groups }) => groups.of(shop.merchant.merchant.merchantId, work));
  const backlogAfter = (ms: number) =>
    inGroup((own) => readBacklog(own, later(shop.clock.now(), ms)));

  /** A superuser's, because a role that may only insert can't lock a table before PostgreSQL 16. */
  const lockerOf = (own: Pool): Pool => {
    if (inject("clusterNodes").length > 0) return own;
    const { database } = shop.database.connection;
    const address = { ...inject("templateDatabase"), database };
    return shop.database.open({ max: 1, address });
  };

  /** Locks the merchant's sealed leaves; in a shard group, `lock table` must name the shard. */
  const lockOfLeaves = async (): Promise<string> => {
    if (inject("clusterNodes").length === 0) return "lock table sealed_leaf in share mode";
    const { rows } = await pool.query<{ name: string }>(
      `select shard_name(
         'sealed_leaf', get_shard_id_for_distribution_column('sealed_leaf', $1::text)
       ) as name`,
      [shop.merchant.merchant.merchantId],
    );
    return `set local citus.enable_manual_changes_to_shards = on;
      lock table ${rows[0]?.name} in share mode`;
  };

  it("count each committed batch of writes once, with its items and its time", async () => {
    const items = "vezne_write_batch_items";
    const before = await figures();
    await Promise.all([pay(), pay(), pay()]);
    const after = await figures();
    const grown = (series: string) => (after(series) ?? 0) - (before(series) ?? 0);
    const batches = grown(`${items}_count`);
    expect(batches).toBeGreaterThan(0);
    expect(grown("vezne_write_batch_seconds_count")).toBe(batches);
    expect(grown("vezne_write_batch_seconds_sum")).toBeGreaterThan(0);
    // Each payment is written twice: its beginning and its outcome.
    expect(grown(`${items}_sum`)).toBe(6);
    expect(after(`${items}_bucket{le="128"}`)).toBe(after(`${items}_count`));
  });

  it("count refused sign-ins to the panel by reason", async () => {
    const { user, password } = await panelUsers(shop).create(
      "owner",
      shop.merchant.merchant.merchantId,
    );
    const tries = "vezne_panel_sign_in_failures_total";
    for (let tried = 0; tried < 30; tried += 1) {
      const fields = { email: user.email, password: `${password}x` };
      const { status } = await panelVisitor(shop).post("/panel/sign-in", fields);
      if (status !== 422) break;
      expect(await figure(`${tries}{reason="wrong_password"}`)).toBe(tried + 1);
    }
    expect(await figure(`${tries}{reason="too_many_attempts"}`)).toBe(1);
  });

  it("show how far a sandbox is ahead", async () => {
    const ahead = () => figure("vezne_sandbox_ahead_seconds");
    expect(await ahead()).toBe(0);
    const { merchantId } = shop.merchant.merchant;
    await raiseSandbox(pool, { merchantId, aheadMs: HOUR, returns: 0 });
    await expect.poll(ahead).toBe(3_600);
    await pool.query("update sandbox_time set ahead_ms = 0, change = change + 1");
    await expect.poll(ahead).toBe(0);
  });

  it("show events without a place, and their age, while none is placed", async () => {
    await expect.poll(async () => (await backlogAfter(0)).unplacedEvents).toBe(0);
    await inGroup((own) =>
      whileLocked(own, "select from event_feed_head for update", async () => {
        await pay();
        shop.clock.move(MINUTE);
        const { unplacedEvents, oldestEventMs } = await backlogAfter(HOUR);
        expect(unplacedEvents).toBeGreaterThan(0);
        expect(Math.floor(oldestEventMs / HOUR)).toBe(1);
        await expect
          .poll(() => figure("vezne_unplaced_events"), COUNTED)
          .toBeGreaterThanOrEqual(unplacedEvents);
        // The last count may be from the moment before the clock was moved.
        await expect
          .poll(() => figure("vezne_unplaced_events_oldest_seconds"), COUNTED)
          .toBeGreaterThanOrEqual(60);
      }),
    );
    await expect
      .poll(() => backlogAfter(HOUR))
      .toMatchObject({ unplacedEvents: 0, oldestEventMs: 0 });
  });

  it("show the age of the oldest posting while nothing is sealed", async () => {
    const lock = await lockOfLeaves();
    await inGroup((own) =>
      whileLocked(lockerOf(own), lock, async () => {
        await pay();
        shop.clock.move(MINUTE);
        const { oldestPostingMs } = await backlogAfter(HOUR);
        expect(oldestPostingMs).toBeGreaterThanOrEqual(HOUR);
        await expect
          .poll(() => figure("vezne_unsealed_postings_oldest_seconds"), COUNTED)
          .toBeGreaterThanOrEqual(60);
      }),
    );
    // Sealing is tried again after a pause, and rests while the process is idle.
    shop.clock.move(MINUTE);
    await shop.api.session();
    await expect.poll(async () => (await backlogAfter(HOUR)).oldestPostingMs, COUNTED).toBe(0);
  });

  it("show the oldest due delivery of endpoints that are neither throttled nor disabled", async () => {
    const receiver = await startReceiver();
    receiver.answer = () => ({ status: 500 });
    const webhooks = await manageWebhooks(shop);
    await addEndpoint(webhooks, shop.merchant.merchant, receiver);
    await pay();
    const dueAfter = async (ms: number) => (await backlogAfter(ms)).oldestDeliveryMs;
    const refused = 'vezne_webhook_attempts_total{outcome="refused"}';
    await expect.poll(() => figure(refused), COUNTED).toBeGreaterThan(0);
    const [first, second] = [await dueAfter(DAY), await dueAfter(DAY + HOUR)];
    expect(first).toBeGreaterThan(DAY - HOUR);
    expect(Math.abs(second - first - HOUR)).toBeLessThan(10 * MINUTE);
    for (const change of ["failures = 5", "failures = 0, disabled_at = now()"]) {
      await pool.query(`update webhook_endpoint set ${change}`);
      expect([change, await dueAfter(DAY)]).toEqual([change, 0]);
    }
    await webhooks.close();
    await receiver.stop();
    expect(await figure("vezne_due_deliveries_oldest_seconds")).toBe(0);
  });

  it("show when the books were verified last, and with which result", async () => {
    const run = (result: string) => figure(`vezne_verify_run_seconds{result="${result}"}`);
    expect([await run("agrees"), await run("differs")]).toEqual([0, 0]);
    await saveVerifyRun(pool, false);
    const failed = await readVerifyRuns(pool);
    expect([failed.agreedS, failed.differedS > 1e9]).toEqual([0, true]);
    const verify = await runCommand(shop.database, ["verify"]);
    expect(verify.code, verify.stdout).toBe(0);
    const runs = await readVerifyRuns(pool);
    expect(runs.agreedS).toBeGreaterThan(runs.differedS);
    expect(runs.differedS).toBe(failed.differedS);
    // The counting job rests while the process is idle; a call ends that.
    await shop.api.session();
    await expect.poll(() => run("agrees"), COUNTED).toBe(runs.agreedS);
    expect(await run("differs")).toBe(runs.differedS);
    // As a job of the service, it would be missed by the doctor between two runs.
    expect((await readJobRuns(pool)).map(({ job }) => job)).not.toContain(VERIFY);
  });

  it("lets a role that may not note it verify the books", async () => {
    await pool.query("revoke insert, update on job_run from current_user");
    const verify = await runCommand(shop.database, ["verify"]);
    await pool.query("grant insert, update on job_run to current_user");
    expect(verify.code, verify.stderr).toBe(0);
    expect(verify.stdout).toContain("this role can't note the result");
  });

  /** Works while a transaction holds the lock of this statement. */
  async function whileLocked(
    database: Pool,
    statement: string,
    work: () => Promise<void>,
  ): Promise<void> {
    const client: Pick<Client, "query"> & { release(): void } = await database.connect();
    try {
      await client.query("begin");
      await client.query(`set local idle_in_transaction_session_timeout = 0; ${statement}`);
      await work();
    } finally {
      await client.query("rollback");
      client.release();
    }
  }
});
