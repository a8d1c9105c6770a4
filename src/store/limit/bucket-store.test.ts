import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { HOUR, instant, later, SECOND } from "../../kernel/clock.ts";
import { createBucketStore, forgetBuckets } from "./bucket-store.ts";

const NOW = instant(1_800_000_000_000);

describe("the buckets that processes share", () => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await createTestDatabase()));
  afterAll(() => database.drop());

  it("are exact with any number of simultaneous additions", async () => {
    const stores = Array.from({ length: 4 }, () =>
      createBucketStore(database.open({ max: 4 }), "card_level"),
    );
    const subjects = Array.from({ length: 20 }, (_, index) => `crowd ${index}`);
    await Promise.all(
      stores.map(async (store, process) => {
        const additions = Array.from({ length: 100 }, async (_, index) =>
          store.add(
            [0, 7, 13].map((step) => ({
              subject: subjects[(process + index + step) % 20] ?? "",
              perSecond: 0,
              amount: 1,
            })),
            NOW,
          ),
        );
        await Promise.all(additions);
      }),
    );
    const buckets = (await stores[0]?.changedSince(NOW)) ?? [];
    const crowd = buckets.filter(({ subject }) => subject.startsWith("crowd"));
    expect(crowd.map(({ used }) => used)).toEqual(Array(20).fill(60));
  });

  it("leak between two additions, and never hold less than 0", async () => {
    const store = createBucketStore(database.open({ max: 1 }), "request_level");
    const add = async (amount: number, at: number): Promise<number | undefined> => {
      const moment = later(NOW, at);
      return (await store.add([{ subject: "leaky", perSecond: 2, amount }], moment)).get("leaky");
    };
    expect(await add(10, 0)).toBe(10);
    expect(await add(1, 2 * SECOND)).toBe(7);
    expect(await add(-20, 2 * SECOND)).toBe(0);
    expect(await add(3, 2 * SECOND)).toBe(3);
    expect(await add(1, HOUR)).toBe(1);
    // Another machine's clock is behind: no time leaks twice.
    expect(await add(9, HOUR - 5 * SECOND)).toBe(10);
    expect(await add(0, HOUR)).toBe(10);
    // The clock was set back: the bucket goes on leaking from the new time.
    expect(await add(10, 0)).toBe(20);
    expect(await add(0, 2 * SECOND)).toBe(16);
  });

  it("begin at 0 if the first addition is negative", async () => {
    const store = createBucketStore(database.open({ max: 1 }), "card_level");
    const taken = await store.add([{ subject: "credit", perSecond: 0, amount: -2 }], NOW);
    expect(taken.get("credit")).toBe(0);
    const added = await store.add([{ subject: "credit", perSecond: 0, amount: 1 }], NOW);
    expect(added.get("credit")).toBe(1);
  });

  it("are deleted in batches once no process has added to them for long", async () => {
    const pool = database.open({ max: 1 });
    const store = createBucketStore(pool, "request_level");
    const old = Array.from({ length: 25 }, (_, index) => `old ${index}`);
    const addition = (subject: string) => ({ subject, perSecond: 1, amount: 5 });
    await store.add(old.map(addition), NOW);
    await store.add([addition("young")], later(NOW, 2 * HOUR));
    const limits = { before: later(NOW, 2 * HOUR), limit: 20 };
    expect(await forgetBuckets(pool, "request_level", limits)).toBe(true);
    expect(await forgetBuckets(pool, "request_level", limits)).toBe(false);
    const left = await store.changedSince(NOW);
    expect(left.map(({ subject }) => subject)).toEqual(["young"]);
  });
});
