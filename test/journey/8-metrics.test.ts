import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readJobRuns, saveJobRuns } from "../../src/edge/store/job/job-run-store.ts";
import { JOBS } from "../../src/service/jobs.ts";
import { startTestService, type TestService } from "../support/service.ts";

const APPROVED = "5528790000000008";
/** Jobs that the default configuration turns off. */
const OFF = new Set(["import-statements", "watch-replica"]);
const DECLINED = "4111111111111129";

describe("8 the metrics of a service", () => {
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
  });

  it("show the age, the duration and the failures of each job", async () => {
    const running = JOBS.filter(({ name }) => !OFF.has(name));
    await expect
      .poll(async () => {
        const found = await figures();
        return running.filter(
          ({ name }) => (found.get(`vezne_job_duration_seconds_count{job="${name}"}`) ?? 0) === 0,
        );
      })
      .toEqual([]);
    const found = await figures();
    for (const { name } of running) {
      expect(found.get(`vezne_job_last_success_age_seconds{job="${name}"}`)).toBeGreaterThan(0);
      expect(found.get(`vezne_job_failures_total{job="${name}"}`)).toBe(0);
    }
    expect(found.has('vezne_job_failures_total{job="import-statements"}')).toBe(false);
  });

  it("count a round that fails", async () => {
    const failures = 'vezne_job_failures_total{job="follow-clocks"}';
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
