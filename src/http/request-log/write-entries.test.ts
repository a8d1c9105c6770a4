import { describe, expect, it } from "vitest";
import { instant } from "../../kernel/clock.ts";
import { EntryQueue } from "./entry-queue.ts";
import type { LogEntry } from "./log-entry.ts";
import { writeEntries } from "./write-entries.ts";

const AWAY = new Error("the database is away");

function entry(requestId: string): LogEntry {
  return {
    at: instant(0),
    method: "GET",
    path: "/",
    status: 200,
    code: undefined,
    durationUs: 1,
    requestId,
    network: "127.0.0.1",
    keyLastFour: undefined,
    caller: undefined,
    claimedKey: undefined,
    sessionId: undefined,
    orderId: undefined,
    requestBody: undefined,
    answer: undefined,
    isAnswerLeftOut: false,
    isAdmitted: false,
  };
}

/** A log whose write fails for any batch that contains one of these entries. */
function logOf(bad: ReadonlySet<string>) {
  const queue = new EntryQueue();
  for (let one = 0; one < 20; one += 1) queue.add(entry(`req_${one}`));
  const written: string[] = [];
  const lost: unknown[] = [];
  const state = { isAway: false };
  const deps = {
    queue,
    write: async (entries: readonly { readonly entry: LogEntry }[]) => {
      const ids = entries.map((one) => one.entry.requestId);
      if (state.isAway) throw AWAY;
      if (ids.some((id) => bad.has(id))) throw new Error("unwritable");
      written.push(...ids);
    },
    isPassing: (error: unknown) => error === AWAY,
    onLost: (error: unknown) => void lost.push(error),
  };
  return { queue, written, lost, state, deps };
}

describe("writing to the request log", () => {
  it("drops an entry that cannot be written, and no other", async () => {
    const { queue, written, lost, deps } = logOf(new Set(["req_3", "req_17"]));
    expect(await writeEntries(deps)).toBe(false);
    expect([written.length, lost.length, queue.dropped, queue.length]).toEqual([18, 2, 2, 0]);
    expect(written).not.toContain("req_3");
  });

  it("keeps all entries while the database is away", async () => {
    const { queue, written, state, deps } = logOf(new Set(["req_3"]));
    state.isAway = true;
    await expect(writeEntries(deps)).rejects.toBe(AWAY);
    expect([written.length, queue.dropped, queue.length]).toEqual([0, 0, 20]);
    state.isAway = false;
    await writeEntries(deps);
    expect([written.length, queue.dropped]).toEqual([19, 1]);
  });
});
