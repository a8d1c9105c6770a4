// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Book } from "../../src/bank/book.ts";
import { bookTransfer } from "../../src/bank/book-transfer.ts";
import type { HostedPayment } from "../../src/bank/hosted-payment.ts";
import { memoryBook } from "../../src/bank/memory-book.ts";
import { sqlBook } from "../../src/bank/sql-book.ts";
import { sign, TerminalKeys } from "../../src/bank/terminal.ts";
import { instant } from "../../src/kernel/clock.ts";
import { money } from "../../src/kernel/money.ts";
import { createTestDatabase } from "../support/database.ts";
import { random, startSandboxBank } from "../support/sandbox-bank.ts";

const clock = { now: () => instant(Date.UTC(2026, 10, 21, 9)) };
const IBAN = "TR400006200000000000000001";

type OpenBook = { readonly book: Book; close(): Promise<void> };

contract("in PostgreSQL", async () => {
  const database = await createTestDatabase();
  return { book: sqlBook(database.open()), close: () => database.drop() };
});
contract("in memory", () =>
  Promise.resolve({ book: memoryBook(), close: () => Promise.resolve() }),
);

function contract(name: string, open: () => Promise<OpenBook>): void {
  describe(`current accounts ${name}`, () => {
    let opened: OpenBook;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    const send = (description: string) =>
      bookTransfer(
        { accounts: opened.book.accounts, clock, random },
        { iban: IBAN, amount: money(125_000n, "TRY"), description },
      );

    it("number arrivals without gaps, with any number of simultaneous bookings", async () => {
      const lines = await Promise.all(
        Array.from({ length: 40 }, (_, index) => send(`Ödeme ${index}`)),
      );
      const numbers = lines.map(({ number }) => number).toSorted((left, right) => left - right);
      expect(numbers).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
      expect(new Set(lines.map(({ reference }) => reference)).size).toBe(40);
    });

    it("list arrivals after a number, in order and in pages", async () => {
      const first = await opened.book.accounts.linesAfter(0, 30);
      expect(first.map(({ number }) => number)).toEqual(
        Array.from({ length: 30 }, (_, index) => index + 1),
      );
      const rest = await opened.book.accounts.linesAfter(30, 30);
      expect(rest).toHaveLength(10);
      const sent = await send("ŞÜKRÜ'den – AC23DEFG46");
      expect(await opened.book.accounts.linesAfter(40, 30)).toEqual([sent]);
      expect(sent).toMatchObject({ iban: IBAN, description: "ŞÜKRÜ'den – AC23DEFG46" });
    });
  });

  describe(`payments at hosted pages ${name}`, () => {
    let opened: OpenBook;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    it("are stored under their first key, and found by page and by key", async () => {
      const given = payment("h1");
      expect(await opened.book.hosted.open(given)).toEqual({ fresh: true, row: given });
      const second = { ...given, id: "other" };
      expect(await opened.book.hosted.open(second)).toEqual({ fresh: false, row: given });
      expect(await opened.book.hosted.find("h1")).toEqual(given);
      expect(await opened.book.hosted.find("other")).toBeUndefined();
      expect(await opened.book.hosted.findOf(given)).toEqual(given);
    });

    it("accept one of two changes of the same version", async () => {
      const given = payment("h2");
      await opened.book.hosted.open(given);
      const decision = { result: "approve", at: clock.now() } as const;
      const changes = [
        { ...given, decision },
        { ...given, wrongCodes: 1 },
      ];
      const taken = await Promise.all(changes.map((change) => opened.book.hosted.amend(change)));
      expect(taken.toSorted()).toEqual([false, true]);
      expect((await opened.book.hosted.find("h2"))?.version).toBe(1);
    });
  });
}

function payment(id: string): HostedPayment {
  return {
    id,
    terminal: "mer_1",
    requestId: `att_${id}`,
    orderId: "ORD-1",
    method: "shopping_credit",
    provider: "0064",
    amount: money(125_000n, "TRY"),
    installments: 6,
    merchantName: "Çiçekçi",
    language: "tr",
    returnUrl: "https://pay.example/return",
    oneTimeCode: "012345",
    wrongCodes: 0,
    openedAt: clock.now(),
    aheadMs: 86_400_000,
    expiresAt: instant(clock.now() + 1),
    decision: undefined,
    version: 0,
  };
}

describe("the account feed", () => {
  it("is read by the service itself, and refused to a merchant's terminal", async () => {
    const bank = await startSandboxBank();
    await bookTransfer(
      { accounts: bank.book.accounts, clock, random },
      { iban: IBAN, amount: money(500n, "TRY"), description: "AC23DEFG46" },
    );
    const part = await bank.acquirer.accounts.linesAfter(0);
    expect(part).toMatchObject({
      kind: "lines",
      position: 1,
      lines: [{ account: IBAN, description: "AC23DEFG46", source: "feed" }],
    });
    expect(await bank.acquirer.accounts.linesAfter(1)).toEqual({
      kind: "lines",
      position: 1,
      lines: [],
    });
    const body = JSON.stringify({ operation: "feed", request_id: "f1", after: 0 });
    const timestamp = String(bank.clock.now());
    const key = new TerminalKeys(bank.masterSecret).of(bank.merchantId);
    const answer = await fetch(`${bank.url}/api/v1/feed`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-terminal": bank.merchantId,
        "x-timestamp": timestamp,
        "x-signature": sign(key, { timestamp, body }),
      },
      body,
    });
    expect(await answer.json()).toMatchObject({ state: "declined", code: "57" });
    await bank.close();
  });

  it("is unknown while the bank cannot be reached", async () => {
    const bank = await startSandboxBank();
    await bank.stopBank();
    expect(await bank.acquirer.accounts.linesAfter(0)).toMatchObject({ kind: "unknown" });
    await bank.acquirer.close();
  });
});
