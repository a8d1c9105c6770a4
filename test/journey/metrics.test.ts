import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readJobRuns, saveJobRuns } from "../../src/store/job/job-run-store.ts";
import { countDueAttempts } from "../../src/store/payment/due-attempt-store.ts";
import { DAY, HOUR, later } from "../../src/kernel/clock.ts";
import { version } from "../../src/system/version.ts";
import { JOBS } from "../../src/service/jobs/jobs.ts";
import { addEndpoint, manageWebhooks, startReceiver } from "../support/webhook-receiver.ts";
import { startTestService, type TestService } from "../support/service.ts";

const APPROVED = "5528790000000008";
/** Jobs that the default configuration turns off. */
const OFF = new Set(["import-statements", "probe-kms", "watch-replica"]);
const DECLINED = "4111111111111129";

describe("the metrics of a service", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const figures = async (): Promise<ReadonlyMap<string, number>> => {
    const text = await (await fetch(`${shop.url}/metrics`)).text();
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    return new Map(
      lines.map((line) => {
        const at = line.lastIndexOf(" ");
        return [line.slice(0, at), Number(line.slice(at + 1))];
      }),
    );
  };

  it("count the answers of the pay endpoint by status and payment type", async () => {
    const { api } = shop;
    await api.pay(await api.session(), APPROVED);
    await api.pay(await api.session(), APPROVED);
    await api.pay(await api.session(), DECLINED);
    const found = await figures();
    const count = (status: string) =>
      found.get(`vezne_payments_total{status="${status}",payment_type="creditcard"}`);
    expect([count("completed"), count("failed")]).toEqual([2, 1]);
    expect(found.get('vezne_paying_cards_total{mode="test",bank="known"}')).toBeGreaterThan(0);
  });

  it("count refusals by their code, and tell the version and the connections", async () => {
    await shop.api.get("/api/v1/events");
    await shop.api.pay("ses_of_nobody", APPROVED);
    const found = await figures();
    const refusals = (code: string) => found.get(`vezne_refusals_total{code="${code}"}`);
    expect([refusals("missing_api_key"), refusals("session_not_found")]).toEqual([1, 1]);
    const node = process.version;
    expect(found.get(`vezne_build_info{version="${version}",node="${node}"}`)).toBe(1);
    for (const pool of ["requests", "jobs"]) {
      expect(found.get(`vezne_database_connections{pool="${pool}",state="waiting"}`)).toBe(0);
    }
  });

  it("count webhook attempts by answer, and requests to banks that recovery is to ask about", async () => {
    const receiver = await startReceiver();
    const webhooks = await manageWebhooks(shop);
    await addEndpoint(webhooks, shop.merchant.merchant, receiver);
    const attempts = async (outcome: string) =>
      (await figures()).get(`vezne_webhook_attempts_total{outcome="${outcome}"}`);
    await shop.api.pay(await shop.api.session(), APPROVED);
    // One payment has several events, and a refused one is sent again after a while.
    await expect.poll(() => attempts("delivered"), { timeout: 40_000 }).toBeGreaterThan(0);
    expect(await attempts("refused")).toBeUndefined();
    receiver.answer = () => ({ status: 500 });
    await shop.api.pay(await shop.api.session(), APPROVED);
    await expect.poll(() => attempts("refused"), { timeout: 40_000 }).toBeGreaterThan(0);
    await webhooks.close();
    await receiver.stop();
    // A customer who is at the bank leaves an attempt open.
    await shop.api.pay(await shop.api.session(), APPROVED, { fields: { is_3d: true } });
    const pool = shop.database.open({ max: 1 });
    const dueAfter = (ms: number) => countDueAttempts(pool, later(shop.clock.now(), ms));
    expect(await dueAfter(0)).toEqual({ count: 0, oldestMs: 0 });
    const [first, second] = [await dueAfter(DAY), await dueAfter(DAY + HOUR)];
    expect([first.count, second.oldestMs - first.oldestMs]).toEqual([1, HOUR]);
    expect((await figures()).get("vezne_due_attempts_oldest_seconds")).toBe(0);
  });

  it("show the age, the duration and the failures of each job", async () => {
    const running = JOBS.filter(({ name }) => !OFF.has(name));
    await expect
      .poll(async () => {
        const found = await figures();
        return running.filter(
          ({ name }) =>
            (found.get(`vezne_job_duration_seconds_count{job_name="${name}"}`) ?? 0) === 0,
        );
      })
      .toEqual([]);
    const found = await figures();
    for (const { name } of running) {
      expect(found.get(`vezne_job_last_success_age_seconds{job_name="${name}"}`)).toBeGreaterThan(
        0,
      );
      expect(found.get(`vezne_job_failures_total{job_name="${name}"}`)).toBe(0);
    }
    expect(found.has('vezne_job_failures_total{job_name="import-statements"}')).toBe(false);
  });

  it("count a round that fails", async () => {
    const failures = 'vezne_job_failures_total{job_name="follow-clocks"}';
    const pool = shop.database.open({ max: 1 });
    await pool.query("alter table sandbox_time rename to moved_away");
    try {
      await expect.poll(async () => (await figures()).get(failures)).toBeGreaterThan(0);
    } finally {
      await pool.query("alter table moved_away rename to sandbox_time");
    }
  });
});

describe("the notes of the last runs of jobs", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  it("begin with the service", async () => {
    const pool = shop.database.open({ max: 1 });
    const noted = async () => (await readJobRuns(pool)).map(({ job }) => job);
    const running = JOBS.map(({ name }) => name).filter((name) => !OFF.has(name));
    await expect.poll(noted).toEqual(running.toSorted());
  });

  it("keep the newest run of all processes", async () => {
    const pool = shop.database.open({ max: 1 });
    const name = "job of the test";
    await saveJobRuns(pool, [{ name, sinceSuccessMs: 60_000, sinceFailureMs: 5_000 }]);
    await saveJobRuns(pool, [{ name, sinceSuccessMs: 90_000, sinceFailureMs: undefined }]);
    const run = (await readJobRuns(pool)).find(({ job }) => job === name);
    expect(Math.floor((run?.sinceSuccessMs ?? 0) / 10_000)).toBe(6);
    expect(Math.floor((run?.sinceFailureMs ?? 0) / 5_000)).toBe(1);
  });
});
