import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { importSettlementFile, importTerms } from "../../src/file/import/import-settlement-file.ts";
import { dayInTurkey } from "../../src/kernel/calendar-day.ts";
import type { ConnectionId } from "../../src/kernel/ids.ts";
import { verified, untilSealed } from "../support/books.ts";
import { runCommand } from "../support/command-line.ts";
import { ruleOf } from "../support/connections.ts";
import { connectDouble, installationWithKey } from "../support/double-connection.ts";
import { balancesOf, HELD, merchantCalls, paidOrder, query } from "../support/merchant-calls.ts";
import { textOf } from "../support/page-visitor.ts";
import { panelUsers, panelVisitor, type PanelVisitor } from "../support/panel-visitor.ts";
import { createDoubleBank } from "../support/protocol-double.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { importShopFile, SETTLEMENT_HEAD, withSettlements } from "../support/settlements.ts";

const SMALL = 10_000n;
const MONDAY = "2026-11-23";

/** Two banks, the first of which takes the small payments. */
describe("settlement with several connections", () => {
  const bank = createDoubleBank();
  let shop: TestService;
  let first: ConnectionId;
  let second: ConnectionId;
  let finance: PanelVisitor;
  let base = "";

  beforeAll(async () => {
    shop = await startTestService({ protocols: [bank.protocol] });
    const { merchantId } = shop.merchant.merchant;
    base = `/panel/${merchantId}/test/settlement`;
    first = (await connectDouble(shop, bank, { terminal: "720001" })).connectionId;
    shop.clock.move(1);
    second = (await connectDouble(shop, bank, { terminal: "720002" })).connectionId;
    const { connections, close } = await installationWithKey(shop);
    await connections.replaceRules({ merchantId, mode: "test" }, [
      ruleOf({ connections: [first], amountTo: SMALL }),
      ruleOf({ connections: [second] }),
    ]);
    await close();
    const contract = [
      "acquirer,payment_type,commission_rate,value_days,valid_from",
      `${first},creditcard,1.00,1,2020-01-01`,
      `${second},creditcard,2.00,3,2020-01-01`,
    ];
    await withSettlements(shop, (deps, owner) =>
      importTerms(deps, { owner, file: new TextEncoder().encode(contract.join("\n")) }),
    );
    shop.clock.move(2_000);
    const { connectionRoster } = shop.service.deps;
    // The service reads the new connections and rules within a second.
    await vi.waitFor(
      () => expect(connectionRoster.rules({ merchantId, mode: "test" })).toHaveLength(2),
      { timeout: 40_000 },
    );
    finance = panelVisitor(shop);
    await finance.signIn(await panelUsers(shop).create("finance", merchantId, "f@example.com"));
  });
  afterAll(() => shop.close());

  const sell = async (amount: number, fields = {}) =>
    (await paidOrder(shop.api, { fields: { amount, ...fields } })).order;
  const refund = async (order: string, amount: number) => {
    const answer = await merchantCalls(shop.api, shop.merchant.testApiKey).refund(order, {
      amount,
    });
    expect(answer.status).toBe(200);
  };
  const attemptOf = async (order: string) => {
    const [row] = await query(
      shop,
      "select * from attempt where order_id = $1 and kind = 'authorize'",
      [order],
    );
    return row ?? {};
  };
  const referenceOf = async (order: string) => {
    const { attempt_id, acquirer_reference } = await attemptOf(order);
    expect(acquirer_reference).not.toBe(attempt_id);
    return String(acquirer_reference);
  };
  const settle = async (lines: readonly string[], acquirer: string) => {
    const text = [SETTLEMENT_HEAD, ...lines].join("\n");
    const { settled, differences } = await importShopFile(shop, text, acquirer);
    return { settled, differences: differences.map(({ difference }) => difference) };
  };

  it("matches each bank's file with the payments of its connection, by the bank's reference", async () => {
    const [small, large] = [await sell(5_000), await sell(20_000)];
    expect(await attemptOf(small)).toMatchObject({ acquirer: first });
    expect(await attemptOf(large)).toMatchObject({ acquirer: second });
    const ofFirst = `${await referenceOf(small)},sale,5000,50,TRY,${MONDAY}`;
    const ofSecond = `${await referenceOf(large)},sale,20000,400,TRY,2026-11-24`;
    expect(await settle([ofSecond], first)).toMatchObject({ settled: 0 });
    expect((await settle([ofSecond], first)).differences).toContain("extra");
    expect(await settle([ofSecond], second)).toEqual({ settled: 1, differences: [] });
    expect((await settle([ofFirst], first)).settled).toBe(1);
    expect(await settle([ofSecond], second)).toEqual({ settled: 0, differences: ["duplicate"] });
    expect(await balancesOf(shop, large)).toEqual({
      acquirer_commission: 400,
      bank_account: 19_600,
      merchant_payable: -20_000,
    });
  });

  it("tells a line as missing only for the file's connection", async () => {
    const [missing, large] = [await sell(6_000), await sell(30_000)];
    const line = `${await referenceOf(large)},sale,30000,600,TRY,2026-11-24`;
    expect(await settle([line], second)).toEqual({ settled: 1, differences: [] });
    const text = [SETTLEMENT_HEAD, `other,sale,1,0,TRY,2026-11-24`].join("\n");
    const { differences } = await importShopFile(shop, text, first);
    expect(differences).toContainEqual(
      expect.objectContaining({
        difference: "missing",
        orderId: missing,
        reference: await referenceOf(missing),
      }),
    );
    expect(differences.some(({ orderId }) => orderId === large)).toBe(false);
  });

  it("matches refunds and captures that the bank names by the payment's reference", async () => {
    const order = await sell(40_000);
    for (const amount of [1_000, 1_000, 2_500]) await refund(order, amount);
    const held = await sell(50_000, HELD);
    await merchantCalls(shop.api, shop.merchant.testApiKey).capture(held, { amount: 45_000 });
    const reference = await referenceOf(order);
    const back = (minor: number) => `${reference},refund,${minor},0,TRY,2026-11-24`;
    const lines = [
      `${reference},sale,40000,800,TRY,2026-11-24`,
      back(2_500),
      back(1_000),
      back(999),
      `${await referenceOf(held)},sale,45000,900,TRY,2026-11-24`,
    ];
    expect(await settle(lines, second)).toEqual({ settled: 4, differences: ["extra"] });
    // The other refund of this amount stays outstanding when the file is imported again.
    expect((await settle(lines, second)).settled).toBe(0);
    const next = `${reference},refund,1000,0,TRY,2026-11-25`;
    expect(await settle([next], second)).toEqual({ settled: 1, differences: [] });
    expect(await settle([next], second)).toEqual({ settled: 0, differences: ["duplicate"] });
    expect((await balancesOf(shop, order))["acquirer_receivable"]).toBeUndefined();
    await untilSealed(shop);
    expect((await verified(shop)).differences).toEqual([]);
  });

  it("asks in the panel for the connection of a file, and shows it with each payout", async () => {
    const large = await sell(60_000);
    const line = `${await referenceOf(large)},sale,60000,1200,TRY,2026-11-24`;
    const file = new Blob([[SETTLEMENT_HEAD, line].join("\n")], { type: "text/csv" });
    const upload = async (acquirer: string) => {
      const form = { settlement: file, acquirer };
      return textOf((await finance.follow(await finance.post(`${base}/import`, form))).html);
    };
    const named = "Choose the virtual POS of the file: POS 720001, POS 720002, Test bank.";
    expect(await upload("")).toContain(named);
    expect(await upload("acq_of_a_neighbour")).toContain(named);
    const days = textOf((await finance.get(`${base}/calendar`)).html);
    expect(days).toMatch(/23 November 2026 POS 720001 TRY 1 TRY 60\.00 TRY 0\.60/);
    expect(days).toContain("24 November 2026 POS 720002 TRY 1 TRY 600.00 TRY 12.00");
    const ofFirst = textOf((await finance.get(`${base}/calendar?acquirer=${first}`)).html);
    expect(ofFirst).toContain("23 November 2026");
    expect(ofFirst).not.toContain("24 November 2026");
    expect(await upload(second)).toContain("Lines settled: 1; there is no difference.");
    expect(textOf((await finance.get(base)).html)).toMatch(/File \d+ \S+, \S+ POS 720002/);
  });

  it("asks on the command line for the connection of a file, and lists its payouts", async () => {
    const large = await sell(70_000);
    const line = `${await referenceOf(large)},sale,70000,1400,TRY,2026-11-24`;
    const folder = mkdtempSync(join(tmpdir(), "vezne-settlement-"));
    const path = join(folder, "file.csv");
    writeFileSync(path, [SETTLEMENT_HEAD, line].join("\n"));
    const run = (...args: readonly string[]) => {
      const owner = ["--merchant", shop.merchant.merchant.merchantId, "--mode", "test"];
      return runCommand(shop.database, ["settlement", ...args, ...owner, "--json"]);
    };
    try {
      const unnamed = await run("import", path);
      expect([unnamed.code, unnamed.stderr]).toEqual([
        1,
        expect.stringContaining(`${first} (POS 720001), ${second} (POS 720002), sandbox`),
      ]);
      const { stdout } = await run("calendar", "--acquirer", second);
      expect(JSON.parse(stdout)).toMatchObject({
        days: [
          {
            value_date: "2026-11-24",
            acquirer: second,
            sales: 1,
            gross: 70_000,
            commission: 1_400,
          },
        ],
      });
      const imported = await run("import", path, "--acquirer", second);
      expect(JSON.parse(imported.stdout)).toEqual({
        lines: 1,
        settled: 1,
        differences: [],
        set_aside: [],
        known: 0,
        waiting: 0,
        other_terminals: 0,
        terminals: [],
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("counts the rows of a connection's own terminals, and shows what arrives for each", async () => {
    const order = await sell(5_000);
    const { auth_code } = await attemptOf(order);
    const day = dayInTurkey(shop.clock.now());
    await query(
      shop,
      `update acquirer_connection set shown_credentials = shown_credentials || $2
       where connection_id = $1`,
      [first, { terminal_no: "720001" }],
    );
    const row = (terminal: string) => `${terminal};${String(auth_code)};${day};50.00;0.50;${day}`;
    const isExtra = ({ difference }: { difference: string }) => difference === "extra";
    const head = "terminal;auth_code;sold_on;gross;commission;paid_on";
    const take = (...rows: readonly string[]) =>
      withSettlements(shop, async (deps, owner) => {
        const columns = Object.fromEntries(head.split(";").map((name) => [name, name]));
        const mapping = { columns, decimal: ".", day: "yyyy-MM-dd" } as const;
        await deps.columnMappings.keep(
          { use: "settlement", name: first, merchantId: owner.merchantId },
          { mapping, changedAt: deps.clock.now(), changedBy: "test" },
        );
        const file = new TextEncoder().encode([head, ...rows].join("\n"));
        const source = { ...owner, acquirer: first };
        return importSettlementFile(deps, { source, file, by: "test" });
      });
    expect(await take(row("720002"))).toMatchObject({
      ok: false,
      refusal: [{ column: "terminal" }],
    });
    const taken = await take(row("00720001"), row("720002"));
    if (!taken.ok) throw new Error(JSON.stringify(taken.refusal));
    const { settled, others, lines, importId, differences } = taken.value;
    expect({ settled, others, lines, told: differences.filter(isExtra) }).toEqual({
      settled: 1,
      others: 1,
      lines: 1,
      told: [],
    });
    const page = await finance.get(`${base}/files/${importId}`);
    expect(textOf(page.html)).toMatch(
      /Sums that arrive on the account .* \d+ November 2026 00720001 1 TRY 49\.50/,
    );
  });
});
