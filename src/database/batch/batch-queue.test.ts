import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "../../../test/support/service.ts";
import { createBatchQueue } from "./batch-queue.ts";

describe("a batch with a faulty item", () => {
  it("fails for that item only", async () => {
    const batches: number[] = [];
    const queue = createBatchQueue<number, number>(
      async (batch) => {
        batches.push(batch.length);
        if (batch.includes(3)) throw new Error("three");
        return batch.map((item) => item * 10);
      },
      { cap: 64 },
    );
    const ends = await Promise.allSettled([1, 2, 3, 4].map((item) => queue.submit(item)));
    expect(ends.map((end) => (end.status === "fulfilled" ? end.value : "failed"))).toEqual([
      10,
      20,
      "failed",
      40,
    ]);
    expect(batches).toEqual([4, 1, 1, 1, 1]);
  });
});

describe("sessions that are created and read in one batch", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  it("fail individually where one of them cannot be written or read", async () => {
    const pool = shop.database.open();
    await pool.query(
      `alter table session add constraint unwritable
         check (not coalesce(customer ->> 'name' = 'Zehir', false))`,
    );
    const names = ["Ada", "Zehir", "Can", "Ece"];
    const made = await Promise.allSettled(
      names.map((name) => shop.api.session({ customer: { name } })),
    );
    expect(made.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "fulfilled",
    ]);
    const other = await startTestService(shop);
    const ids = made.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    await pool.query("update session set currency = 'XXX' where session_id = $1", [ids[0]]);
    const pages = ids.map((id) => fetch(`${other.url}/checkout?session=${id}`));
    const answers = (await Promise.all(pages)).map(({ status }) => status);
    expect(answers).toEqual([500, 200, 200]);
    await other.service.stop();
  });
});
