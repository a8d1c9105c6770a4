import { DatabaseError } from "pg";
import { describe, expect, it } from "vitest";
import { SHARD_MOVED } from "../connection/database-error.ts";
import type { ShardGroup, ShardGroups } from "./shard-groups.ts";
import { ShardStores } from "./shard-stores.ts";

const groupOf = (id: string): ShardGroup => ({
  id,
  host: "node",
  port: 1,
  names: new Map(),
  copies: new Map(),
});

/** Each merchant's group is its first letter, until the group `a` is split into `b`. */
function storesOf(reported: string[]) {
  let isSplit = false;
  const groups = {
    all: async () => (isSplit ? ["b", "c"] : ["a", "c"]).map(groupOf),
    of: async (merchant: string) => groupOf(isSplit && merchant < "b" ? "b" : merchant.slice(0, 1)),
    forget: () => {
      isSplit = true;
    },
    close: async () => undefined,
  };
  return new ShardStores({
    groups: groups as unknown as ShardGroups,
    open: ({ id }) => ({ id, close: async () => undefined }),
    report: (_error, { id }) => reported.push(id),
  });
}

function moved(): DatabaseError {
  const error = new DatabaseError("the shard is on another node", 1, "error");
  error.code = SHARD_MOVED;
  return error;
}

describe("work on several shard groups", () => {
  it("goes on at the new place of a group that was split", async () => {
    const stores = storesOf([]);
    const done: string[] = [];
    await stores.eachOf(["a1", "c1", "a2"], String, async ({ id }, own) => {
      if (id === "a") throw moved();
      done.push(`${id}: ${own.join(" ")}`);
    });
    expect(done.toSorted()).toEqual(["b: a1 a2", "c: c1"]);
  });

  it("is done on the others if one fails, and then fails", async () => {
    const done: string[] = [];
    const work = storesOf([]).eachOf(["a1", "c1"], String, async ({ id }) => {
      if (id === "a") throw new Error("the server is away");
      done.push(id);
    });
    await expect(work).rejects.toThrow("the server is away");
    expect(done).toEqual(["c"]);
  });

  it("gives the values of the groups that work, and reports the others", async () => {
    const reported: string[] = [];
    const values = await storesOf(reported).each(async ({ id }) => {
      if (id === "c") throw new Error("the server is away");
      return id;
    });
    expect(values).toEqual(["a"]);
    expect(reported).toEqual(["c"]);
  });

  it("in turn fails with the first group that fails", async () => {
    const walk = async (): Promise<void> => {
      for await (const { id } of storesOf([]).inTurn()) if (id === "c") throw new Error(id);
    };
    await expect(walk()).rejects.toThrow("c");
  });
});
