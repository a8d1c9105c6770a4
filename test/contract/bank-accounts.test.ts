// tier: core
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Book } from "../../src/bank/book.ts";
import { bookTransfer } from "../../src/bank/book-transfer.ts";
import type { HostedPayment } from "../../src/bank/hosted-payment.ts";
import { memoryBook } from "../../src/bank/memory-book.ts";
import { sqlBook } from "../../src/bank/sql-book.ts";
import type { LineQuery } from "../../src/bank/account-line.ts";
import { wholeBankCredentials } from "../../src/bank/door/account/consent.ts";
import { sandboxFeed } from "../../src/domain/account-feed/sandbox-feed.ts";
import type { StatementLine } from "../../src/domain/transfer/statement-line.ts";
import { DAY, instant } from "../../src/kernel/clock.ts";
import { money } from "../../src/kernel/money.ts";
import { secretsOf } from "../../src/kernel/secret.ts";
import { garantiFeed } from "../../src/outbound/account-feed/garanti/garanti-feed.ts";
import { openOwnLine } from "../../src/outbound/account-feed/kit/bank-call.ts";
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

    it("list arrivals of a time, of one account or all, in order and in pages", async () => {
      const at = clock.now();
      const all = { iban: undefined, from: at, until: at };
      const list = (query: Partial<LineQuery>) =>
        opened.book.accounts.linesBetween({ ...all, offset: 0, limit: 30, ...query });
      expect((await list({})).map(({ number }) => number)).toEqual(
        Array.from({ length: 30 }, (_, index) => index + 1),
      );
      expect(await list({ offset: 30 })).toHaveLength(10);
      const sent = await send("ŞÜKRÜ'den – AC23DEFG46");
      expect(await list({ offset: 40, iban: IBAN })).toEqual([sent]);
      expect(sent).toMatchObject({ iban: IBAN, description: "ŞÜKRÜ'den – AC23DEFG46" });
      expect(await list({ from: instant(at + 1), until: instant(at + 2) })).toEqual([]);
      expect(await list({ iban: "TR400006200000000000000002" })).toEqual([]);
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

describe("the account feed of the whole bank", () => {
  it("has no plan limit, and opens with the derived secret only", async () => {
    const bank = await startSandboxBank();
    const { accounts } = bank.book;
    const order = { iban: IBAN, amount: money(500n, "TRY"), description: "AC23DEFG46" };
    await bookTransfer({ accounts, clock: bank.clock, random }, order);
    const line = openOwnLine();
    const now = bank.clock.now();
    const protocol = garantiFeed({ bank: line, simulated: { line, address: bank.url } });
    const lookWith = async (credentials: Readonly<Record<string, string>>) => {
      const taken: StatementLine[] = [];
      const answer = await protocol.look({
        feed: sandboxFeed(now),
        credentials: secretsOf(credentials),
        from: instant(now - DAY),
        now,
        take: (lines) => Promise.resolve(void taken.push(...lines)),
        mayGoOn: () => true,
        extracts: undefined,
      });
      return { kind: answer.kind, taken };
    };
    const credentials = wholeBankCredentials(bank.masterSecret);
    for (let call = 0; call < 130; call += 1) {
      expect(await lookWith(credentials)).toMatchObject({
        kind: "read",
        taken: [{ account: IBAN, description: "AC23DEFG46", source: "feed" }],
      });
    }
    const secret = { ...credentials, client_secret: "sandbox-secret" };
    expect(await lookWith(secret)).toEqual({ kind: "refused", taken: [] });
    await bank.stopBank();
    expect(await lookWith(credentials)).toEqual({ kind: "unknown", taken: [] });
    await Promise.all([line.close(), bank.acquirer.close()]);
  });
});
