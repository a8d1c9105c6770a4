// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Book, summarize } from "../../src/bank/book.ts";
import type { Challenge } from "../../src/bank/challenge.ts";
import type { Entry } from "../../src/bank/entry.ts";
import { memoryBook } from "../../src/bank/memory-book.ts";
import { sqlBook } from "../../src/bank/sql-book.ts";
import { instant } from "../../src/kernel/clock.ts";
import { money } from "../../src/kernel/money.ts";
import { createTestDatabase } from "../support/database.ts";

type OpenBook = { readonly book: Book; close(): Promise<void> };

bookContract("the book in PostgreSQL", async () => {
  const database = await createTestDatabase();
  return { book: sqlBook(database.open()), close: () => database.drop() };
});

bookContract("the book in memory", () =>
  Promise.resolve({ book: memoryBook(), close: () => Promise.resolve() }),
);

function bookContract(name: string, open: () => Promise<OpenBook>): void {
  describe(name, () => {
    let opened: OpenBook;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    const use = () => opened.book;
    describe("for entries", () => keepingEntries(use));
    describe("for challenges", () => keepingChallenges(use));
  });
}

function keepingEntries(use: () => Book): void {
  it("returns stored entries unchanged", async () => {
    for (const given of [entry(), entry({ card: undefined, challengeId: "c1" })]) {
      expect(await use().record(given)).toEqual({ fresh: true, row: given });
      expect(await use().find(given)).toEqual(given);
    }
  });

  it("keeps the first of two entries with one key, and returns it for the second", async () => {
    const first = entry();
    await use().record(first);
    const second = { ...first, amount: money(500n, "EUR") };
    expect(await use().record(second)).toEqual({ fresh: false, row: first });
    expect(await use().find(first)).toEqual(first);
  });

  it("stores one of many simultaneous entries with one key", async () => {
    const given = entry();
    const others = Array.from({ length: 100 }, () => entry());
    const recorded = await Promise.all(
      others.flatMap((other) => [use().record(given), use().record(other)]),
    );
    expect(recorded.filter(({ fresh }) => fresh)).toHaveLength(101);
  });

  it("stores an amendment and its move together", async () => {
    const original = entry();
    await use().record(original);
    const move = entry({ type: "refund", originalRequestId: original.requestId });
    const changed = { ...original, refundedMinor: 40n };
    expect(await use().amend(changed, move)).toBe(true);
    expect(await use().find(original)).toEqual({ ...changed, version: 1 });
    expect(await use().find(move)).toEqual(move);
  });

  it("stores neither over a version that has changed since", async () => {
    const original = entry();
    await use().record(original);
    await use().amend({ ...original, refundedMinor: 1n }, undefined);
    const move = entry({ type: "refund" });
    expect(await use().amend({ ...original, refundedMinor: 2n }, move)).toBe(false);
    expect(await use().find(move)).toBeUndefined();
    expect((await use().find(original))?.refundedMinor).toBe(1n);
  });

  it("stores neither when the key of the move is in use", async () => {
    const original = entry();
    const taken = entry();
    await use().record(original);
    await use().record(taken);
    const move = { ...entry(), requestId: taken.requestId };
    expect(await use().amend({ ...original, refundedMinor: 2n }, move)).toBe(false);
    expect(await use().find(original)).toEqual(original);
    expect(await use().find(taken)).toEqual(taken);
  });

  it("lists one terminal's entries, oldest first", async () => {
    const terminal = `t${next()}`;
    const later = entry({ terminal, bookedAt: instant(2_000) });
    const earlier = entry({ terminal, bookedAt: instant(1_000) });
    await use().record(later);
    await use().record(earlier);
    const listed = await use().list(terminal);
    expect(new Set(listed)).toEqual(new Set([earlier, later]));
    expect((await use().list()).length).toBeGreaterThan(2);
  });

  it("lists the standing entries of a span page by page", async () => {
    const terminal = `t${next()}`;
    const at = (ms: number, over: Partial<Entry> = {}) =>
      entry({ terminal, bookedAt: instant(ms), ...over });
    const [before, first, second, third] = [at(999), at(1_000), at(1_500), at(1_500)];
    const behind = at(2_000);
    const others = [at(1_500, { state: "declined" }), at(1_500, { type: "reverse" })];
    for (const one of [third, behind, second, ...others, before, first]) await use().record(one);
    const span = { from: instant(1_000), until: instant(2_000), limit: 2 };
    const page = await use().standing(terminal, { ...span, after: undefined });
    expect(page).toEqual([first, second]);
    expect(await use().standing(terminal, { ...span, after: second })).toEqual([third]);
    expect(await use().standing(terminal, { ...span, after: third })).toEqual([]);
  });

  it("sums up the entries in force", async () => {
    const terminal = `t${next()}`;
    const orderId = `o${next()}`;
    await use().record(entry({ terminal, orderId, refundedMinor: 30n }));
    await use().record(entry({ terminal, orderId }));
    await use().record(entry({ terminal, orderId, state: "reversed" }));
    await use().record(entry({ terminal, orderId, state: "declined", capturedMinor: 0n }));
    const voided = { type: "preauth", voided: true, capturedMinor: 0n } as const;
    await use().record(entry({ terminal, orderId, ...voided }));
    const summary = summarize(await use().list(terminal));
    expect(summary.inForceByOrder).toEqual(new Map([[orderId, 2]]));
    expect(summary.inForceByRequest.size).toBe(2);
    expect(summary.netMinor).toEqual(new Map([["TRY", 170n]]));
    expect(summary.entries).toBe(5);
  });
}

function keepingChallenges(use: () => Book): void {
  it("returns stored challenges unchanged, by id and by request", async () => {
    const given = challenge();
    expect(await use().openChallenge(given)).toEqual({ fresh: true, row: given });
    expect(await use().findChallenge(given.id)).toEqual(given);
    expect(await use().findChallengeOf(given)).toEqual(given);
    expect(await use().findChallenge("nobody")).toBeUndefined();
    expect(await use().findChallengeOf({ ...given, requestId: "none" })).toBeUndefined();
  });

  it("keeps the first challenge of a request", async () => {
    const first = challenge();
    await use().openChallenge(first);
    const second = { ...first, id: `c${next()}` };
    expect(await use().openChallenge(second)).toEqual({ fresh: false, row: first });
    expect(await use().findChallenge(second.id)).toBeUndefined();
  });

  it("accepts one of two simultaneous decisions", async () => {
    const given = challenge();
    await use().openChallenge(given);
    const results = ["approve", "decline"] as const;
    const written = await Promise.all(
      results.map((result) =>
        use().amendChallenge({
          ...given,
          decision: { result, mdStatus: "1", eci: "05", cavv: "AAAA", at: instant(5) },
        }),
      ),
    );
    expect(written.filter((isWritten) => isWritten)).toHaveLength(1);
    const winner = results[written.indexOf(true)];
    const stored = await use().findChallenge(given.id);
    expect(stored).toMatchObject({ version: 1, decision: { result: winner, at: 5 } });
  });
}

let count = 0;

function next(): number {
  count += 1;
  return count;
}

function entry(over: Partial<Entry> = {}): Entry {
  return {
    terminal: "mer_00000001",
    requestId: `r${next()}`,
    type: "sale",
    orderId: "o1",
    originalRequestId: undefined,
    amount: money(100n, "TRY"),
    installments: 3,
    state: "approved",
    code: "00",
    reference: "123456789012",
    authCode: "123456",
    card: {
      bin: "552879",
      lastFour: "0008",
      fingerprint: "fingerprint",
      behaviour: "approved",
    },
    challengeId: undefined,
    capturedMinor: 100n,
    refundedMinor: 0n,
    voided: false,
    version: 0,
    bookedAt: instant(1_795_251_600_123),
    ...over,
  };
}

function challenge(): Challenge {
  return {
    id: `c${next()}`,
    terminal: "mer_00000001",
    requestId: `r${next()}`,
    orderId: "o1",
    type: "preauth",
    amount: money(999_999_999_999n, "EUR"),
    installments: 1,
    card: { bin: "552879", lastFour: "0008", fingerprint: "fingerprint", behaviour: "slow" },
    merchantName: "Örnek Mağaza",
    language: "tr",
    returnUrl: "https://pay.example/return?a=1",
    oneTimeCode: "012345",
    wrongCodes: 2,
    openedAt: instant(1_795_251_600_123),
    aheadMs: 3_600_000,
    expiresAt: instant(1_795_252_800_123),
    decision: undefined,
    version: 0,
  };
}
