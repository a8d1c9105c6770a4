import { describe, expect, it } from "vitest";
import { instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { FailedItems } from "./ports.ts";
import { tryItems } from "./try-item.ts";

type Added = Parameters<FailedItems["add"]>[0];
type Removed = Parameters<FailedItems["remove"]>[0];

function deps() {
  const added: string[] = [];
  const removed: string[] = [];
  const failedItems = {
    add: ({ key, now }: Added) => {
      added.push(key.itemId);
      const times = { firstAt: now, lastAt: now, dueAt: now };
      return Promise.resolve({ ...key, tries: 1, error: "", ...times });
    },
    remove: (keys: Removed) => {
      removed.push(...keys.map(({ itemId }) => itemId));
      return Promise.resolve();
    },
  };
  const clock = { now: () => instant(0) };
  return { added, removed, failedItems, clock, isPassing: () => false, report: () => undefined };
}

const itemOf = (itemId: string, hasFailed = false) => ({
  key: { kind: "transfer_line", merchantId: "" as MerchantId, itemId } as const,
  hasFailed,
});

describe("items whose work is done together", () => {
  const items = [itemOf("a"), itemOf("b", true), itemOf("c", true)];

  it("are done at once, and no longer count as failed", async () => {
    const given = deps();
    const calls: number[] = [];
    const work = async (some: readonly unknown[]) => void calls.push(some.length);
    await tryItems(given, { items, work });
    expect(calls).toEqual([3]);
    expect(given).toMatchObject({ added: [], removed: ["b", "c"] });
  });

  it("are tried alone if that fails, and only the one at fault is counted", async () => {
    const given = deps();
    const done: string[] = [];
    await tryItems(given, {
      items,
      work: async (some) => {
        const names = some.map(({ key }) => key.itemId);
        if (names.includes("b")) throw new Error("b is broken");
        done.push(...names);
      },
    });
    expect(done).toEqual(["a", "c"]);
    expect(given).toMatchObject({ added: ["b"], removed: ["c"] });
  });
});
