import { describe, expect, it } from "vitest";
import { later, MINUTE, SECOND, instant, type Instant } from "../../kernel/clock.ts";
import { newMerchantId, newSessionId } from "../../kernel/ids.ts";
import type { LogOwner } from "../../domain/report/request-log.ts";
import { LogBudget, type EntryKind } from "./log-budget.ts";
import { EntryQueue } from "./entry-queue.ts";
import type { LogEntry, OwnedEntry } from "./log-entry.ts";

const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
const NOON = instant(Date.UTC(2026, 10, 21, 9));
const [one, other] = [newMerchantId(random), newMerchantId(random)];
const owner = { merchantId: one, mode: "test" } as const;
const sessionOf = (merchantId = one) => newSessionId(merchantId, { now: NOON, random });

const ENTRY: LogEntry = {
  at: NOON,
  method: "GET",
  path: "/api/v1/payment/status/ORD-1",
  status: 200,
  code: undefined,
  durationUs: 1_000,
  requestId: "req",
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

function ownedBy(fields: Partial<OwnedEntry>): OwnedEntry {
  const read = {
    entry: ENTRY,
    code: undefined,
    sessionId: undefined,
    orderId: undefined,
    isOrderKnown: false,
    responseBody: undefined,
  };
  return {
    read,
    owner,
    keyLastFour: undefined,
    sessionId: undefined,
    orderId: undefined,
    ...fields,
  };
}

function budgetAt(start = NOON) {
  let now: Instant = start;
  const budget = new LogBudget({ now: () => now });
  return {
    budget,
    pass: (ms: number) => void (now = later(now, ms)),
    kept: (count: number, make: () => OwnedEntry) =>
      Array.from({ length: count }, () => budget.hasRoom(make())).filter(Boolean).length,
  };
}

describe("a merchant's share of the request log", () => {
  it("is small for one session, whose id is no secret, and larger for many sessions", () => {
    const { budget, kept, pass } = budgetAt();
    const sessionId = sessionOf();
    expect(kept(1_000, () => ownedBy({ sessionId }))).toBe(150);
    expect(kept(4_000, () => ownedBy({ sessionId: sessionOf() }))).toBe(150);
    pass(10 * SECOND);
    expect(kept(100, () => ownedBy({ sessionId }))).toBe(10);
    expect(kept(1_000, () => ownedBy({ owner: { ...owner, merchantId: other } }))).toBe(150);
    expect(budget.hasRoom(ownedBy({ keyLastFour: "abcd" }))).toBe(true);
  });

  it("is largest for calls with the key, in each mode", () => {
    const { kept, pass } = budgetAt();
    expect(kept(7_000, () => ownedBy({ keyLastFour: "abcd" }))).toBe(600);
    pass(SECOND);
    expect(kept(100, () => ownedBy({ keyLastFour: "abcd" }))).toBe(25);
    const live = { ...owner, mode: "live" } as const;
    expect(kept(10, () => ownedBy({ keyLastFour: "abcd", owner: live }))).toBe(10);
  });

  it("has further room for calls with the key that failed", () => {
    const { kept } = budgetAt();
    const call = ownedBy({ keyLastFour: "abcd" });
    const declined = { ...call, read: { ...call.read, code: "insufficient_funds" } };
    expect(kept(1_000, () => call)).toBe(600);
    expect(kept(1_000, () => declined)).toBe(600);
  });

  it("gives an entry its room before the entry is made, and counts the others", () => {
    const { budget, kept } = budgetAt();
    const live = { ...owner, mode: "live" } as const;
    const sessionId = sessionOf();
    const admitted = (count: number, kind: EntryKind, of: LogOwner = owner) =>
      Array.from({ length: count }, () => budget.admit(of, kind));
    const named = { hasKey: false, mayHaveFailed: false, sessionId };
    const keyed = { hasKey: true, mayHaveFailed: false };
    const took = (all: readonly string[]) => all.filter((result) => result === "taken").length;
    expect(took(admitted(200, named))).toBe(150);
    expect(took(admitted(700, keyed))).toBe(600);
    expect(took(admitted(700, keyed, live))).toBe(600);
    expect(budget.admit(owner, { hasKey: true, mayHaveFailed: true })).toBe("open");
    const entry = { ...ENTRY, isAdmitted: true };
    const call = ownedBy({ keyLastFour: "abcd" });
    expect(kept(10, () => ({ ...call, read: { ...call.read, entry } }))).toBe(10);
    expect(kept(10, () => call)).toBe(0);
    expect(budget.takeUnrecorded(true)).toMatchObject([
      { owner, count: 50 + 100 + 10 },
      { owner: live, count: 100 },
    ]);
  });

  it("counts missing calls, and reports them once a minute and at the end", () => {
    const { budget, kept, pass } = budgetAt();
    const sessionId = sessionOf();
    kept(400, () => ownedBy({ sessionId }));
    budget.miss({ ...owner, mode: "live" }, 7);
    expect(budget.takeUnrecorded(false)).toEqual([]);
    pass(MINUTE);
    const at = later(NOON, MINUTE);
    expect(budget.takeUnrecorded(false)).toEqual([
      { owner, count: 250, at },
      { owner: { ...owner, mode: "live" }, count: 7, at },
    ]);
    budget.miss(owner, 1);
    expect(budget.takeUnrecorded(true)).toEqual([{ owner, count: 1, at }]);
    expect(budget.takeUnrecorded(true)).toEqual([]);
  });

  it("leaves a session its own share while that of the merchant is full", () => {
    const { kept, pass } = budgetAt();
    expect(kept(400, () => ownedBy({ sessionId: sessionOf() }))).toBe(300);
    const sessionId = sessionOf();
    expect(kept(150, () => ownedBy({ sessionId }))).toBe(0);
    pass(SECOND);
    expect(kept(150, () => ownedBy({ sessionId }))).toBe(15);
  });

  it("forgets the least used shares before the memory fills", () => {
    const { kept } = budgetAt();
    const ofNewSession = () => ownedBy({ sessionId: sessionOf() });
    expect(kept(400, ofNewSession)).toBe(300);
    const ofOther = () => ({ ...owner, merchantId: newMerchantId(random) });
    const others = 15_000;
    expect(kept(others, () => ownedBy({ owner: ofOther(), sessionId: sessionOf() }))).toBe(others);
    expect(kept(10, ofNewSession)).toBe(0);
  });
});

describe("the queue of the request log", () => {
  const ofCaller = (merchantId = one): LogEntry => ({
    ...ENTRY,
    caller: { merchantId, mode: "test" },
  });

  it("loses no entry of one merchant while another floods it", () => {
    const lost: LogEntry[] = [];
    const queue = new EntryQueue((entries) => lost.push(...entries));
    for (let call = 0; call < 20; call += 1) queue.add(ofCaller(other));
    for (let call = 0; call < 20_000; call += 1) queue.add(ofCaller());
    expect(lost.every(({ caller }) => caller?.merchantId === one)).toBe(true);
    expect(queue.dropped).toBe(lost.length);
    const owners = queue.take(40).map(({ caller }) => caller?.merchantId);
    expect(owners.filter((merchantId) => merchantId === other)).toHaveLength(20);
  });

  it("loses none of a merchant's own calls to calls that only name its sessions", () => {
    const queue = new EntryQueue();
    queue.add(ofCaller());
    for (let call = 0; call < 20_000; call += 1) queue.add({ ...ENTRY, sessionId: sessionOf() });
    expect(queue.take(2).some(({ caller }) => caller !== undefined)).toBe(true);
  });
});
