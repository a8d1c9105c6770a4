import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractCsv } from "../../src/bank/settlement.ts";
import { silentAmong } from "../../src/domain/account-feed/health.ts";
import { EXTRACT_FIELDS } from "../../src/domain/settlement/read-extract-row.ts";
import { readMapping } from "../../src/domain/table/read-mapping.ts";
import { importSettlementFile, importTerms } from "../../src/file/import/import-settlement-file.ts";
import { workbook } from "../../src/file/spreadsheet/workbook.ts";
import { dayInTurkey } from "../../src/kernel/calendar-day.ts";
import { DAY, SECOND } from "../../src/kernel/clock.ts";
import { untilSealed, verified } from "../support/books.ts";
import { openFeedWorld } from "../support/feed-customer.ts";
import { balancesOf, merchantCalls, paidOrder, query } from "../support/merchant-calls.ts";
import { atInstallation } from "../support/installation.ts";
import { deliverExtracts } from "../../src/service/jobs/deliver-extracts.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { newHostKey, startSftpServer } from "../support/sftp-server.ts";
import { settlementDeps, withSettlements } from "../support/settlements.ts";

const HEAD =
  "Terminal;Gün Sonu;İşlem;Onay Kodu;Kart No;Taksit;Brüt Tutar;Komisyon Tutarı;Net Tutar;Valör";
const MAPPING = {
  columns: {
    terminal: "Terminal",
    sold_on: "Gün Sonu",
    kind: "İşlem",
    auth_code: "Onay Kodu",
    card: "Kart No",
    installment: "Taksit",
    gross: "Brüt Tutar",
    commission: "Komisyon Tutarı",
    net: "Net Tutar",
    paid_on: "Valör",
  },
};

/** Letters of the Turkish code page of Windows. */
const LETTERS: Readonly<Record<string, number>> = { ı: 0xfd, İ: 0xdd, Ş: 0xde, ş: 0xfe, ğ: 0xf0 };
const windows1254 = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => LETTERS[letter] ?? letter.charCodeAt(0));

const POLL = { timeout: 20 * SECOND, interval: 50 };

type Facts = { readonly code: string; readonly card: string };

describe("an extract in the form of a bank", () => {
  let shop: TestService;

  beforeAll(async () => {
    shop = await startTestService();
    await withSettlements(shop, async (deps, owner) => {
      await importTerms(deps, { owner, file: new TextEncoder().encode(contractCsv()) });
    });
    await keepMapping(MAPPING.columns);
    shop.clock.move(2 * SECOND);
  });
  afterAll(() => shop.close());

  const keepMapping = (columns: Readonly<Record<string, string>>) =>
    withSettlements(shop, async (deps, owner) => {
      const mapping = readMapping({ columns }, EXTRACT_FIELDS);
      if (!mapping.ok) throw new Error(JSON.stringify(mapping.refusal));
      await deps.columnMappings.keep(
        { use: "settlement", name: "sandbox", merchantId: owner.merchantId },
        { mapping: mapping.value, changedAt: deps.clock.now(), changedBy: "test" },
      );
    });
  const take = async (file: Uint8Array) =>
    withSettlements(shop, (deps, owner) =>
      importSettlementFile(deps, { source: { ...owner, acquirer: "sandbox" }, file, by: "test" }),
    );
  const settle = async (...rows: readonly string[]) => {
    const text = ["TEST BANKASI EKSTRE", "", HEAD, ...rows].join("\r\n");
    const read = await take(windows1254(text));
    if (!read.ok) return read.refusal;
    const { settled, known, waiting, differences, setAside } = read.value;
    const told = differences
      .filter(({ difference }) => difference !== "missing")
      .map(({ difference, away }) => `${difference} ${away.minor}`);
    return { settled, known, waiting, told, setAside: setAside.map(({ reason }) => reason) };
  };
  const nothing = { settled: 0, known: 0, waiting: 0, told: [], setAside: [] };
  const factsOf = async (order: string): Promise<Facts> => {
    const [row] = await query(
      shop,
      `select auth_code, card_bin, card_last_four
       from attempt join payment using (merchant_id, order_id)
       where order_id = $1 and kind = 'authorize'`,
      [order],
    );
    return {
      code: String(row?.["auth_code"]),
      card: `${String(row?.["card_bin"]).slice(0, 6)}******${String(row?.["card_last_four"])}`,
    };
  };
  const sale = async (amount: number): Promise<Facts & { order: string }> => {
    const { order } = await paidOrder(shop.api, { fields: { amount } });
    return { order, ...(await factsOf(order)) };
  };

  it("settles a sale by its authorization code once, and allows a kuruş of rounding", async () => {
    const { order, code } = await sale(125_000);
    const row = `1;21.11.2026;Satış;${code};;;1.250,00;22,39;1.227,61;21.11.2026`;
    expect(await settle(row)).toEqual({ ...nothing, settled: 1 });
    expect(await balancesOf(shop, order)).toMatchObject({
      acquirer_commission: 2_239,
      bank_account: 122_761,
    });
    expect(await settle(row)).toEqual({ ...nothing, known: 1 });
  });

  it("tells a commission that is more than a kuruş away or above the law's cap, and another amount", async () => {
    const [dear, other] = [await sale(125_000), await sale(80_000)];
    expect(
      await settle(
        `1;21.11.2026;Satış;${dear.code};;;1.250,00;22,41;1.227,59;21.11.2026`,
        `1;21.11.2026;Satış;${other.code};;;800,01;14,32;785,69;21.11.2026`,
      ),
    ).toEqual({ ...nothing, settled: 1, told: ["overcharged -3", "amount_differs 1"] });
    const { code } = await sale(10_000);
    expect(await settle(`1;21.11.2026;Satış;${code};;;100,00;3,60;96,40;21.11.2026`)).toEqual({
      ...nothing,
      settled: 1,
      told: ["overcharged -181", "above_cap -4"],
    });
  });

  it("settles three installments each on its day, and the rest is owed until then", async () => {
    const { order, code } = await sale(100_000);
    const rows = [
      `1;21.11.2026;Satış;${code};;1/3;333,34;5,96;327,38;21.11.2026`,
      `1;21.11.2026;Satış;${code};;2/3;333,33;5,97;327,36;23.11.2026`,
      `1;21.11.2026;Satış;${code};;3/3;333,33;5,97;327,36;21.12.2026`,
    ];
    expect(await settle(...rows)).toEqual({ ...nothing, settled: 1, waiting: 2 });
    expect(await balancesOf(shop, order)).toMatchObject({ bank_account: 32_738 });
    expect(await settle(...rows)).toEqual({ ...nothing, known: 1, waiting: 2 });
    shop.clock.move(3 * DAY);
    // The next day's file has other rows; the installment that waited is posted with it.
    const { code: next } = await sale(10_000);
    const today = `1;24.11.2026;Satış;${next};;;100,00;1,79;98,21;24.11.2026`;
    expect(await settle(today)).toEqual({ ...nothing, settled: 2 });
    expect(await balancesOf(shop, order)).toMatchObject({
      bank_account: 65_474,
      acquirer_receivable: 32_736,
    });
  });

  it("finds sales by card, amount and day where the bank writes no code", async () => {
    const [first, second] = [await sale(77_000), await sale(77_000)];
    const row = `1;24.11.2026;Satış;;${first.card};;770,00;13,78;756,22;24.11.2026`;
    expect(await settle(row, row)).toEqual({ ...nothing, settled: 2 });
    expect(await balancesOf(shop, second.order)).toMatchObject({ bank_account: 75_622 });
    expect(await settle(row, row)).toEqual({ ...nothing, known: 2 });
    const yesterday = row.replace(";24.11.2026;Satış", ";22.11.2026;Satış");
    expect(await settle(yesterday)).toEqual({ ...nothing, told: ["extra 75622"] });
  });

  it("takes a refund after the payout, a chargeback and a negative day", async () => {
    const { order, code } = await sale(50_000);
    const paid = `1;24.11.2026;Satış;${code};;;500,00;8,95;491,05;24.11.2026`;
    expect(await settle(paid)).toEqual({ ...nothing, settled: 1 });
    await merchantCalls(shop.api, shop.merchant.testApiKey).refund(order, { amount: 20_000 });
    expect(
      await settle(
        `1;24.11.2026;İade;${code};;;-200,00;0,00;-200,00;24.11.2026`,
        `1;24.11.2026;Ters İbraz;${code};;;-300,00;0,00;-300,00;24.11.2026`,
        "Genel Toplam;;;;;;-500,00;0,00;-500,00;",
      ),
    ).toEqual({ ...nothing, settled: 1, told: ["chargeback -30000"] });
    expect(await balancesOf(shop, order)).toMatchObject({ bank_account: 29_105 });
  });

  it.each<[string, readonly string[], unknown]>([
    [
      "a total that is not the sum of its rows",
      ["1;24.11.2026;Satış;A00001;;;1,00;0,02;0,98;24.11.2026", "Toplam;;;;;;1,01;0,02;0,98;"],
      [{ line: 5, column: "gross" }],
    ],
    [
      "most rows whose net is not gross less commission",
      ["1;24.11.2026;Satış;A00001;;;1,00;0,02;0,95;24.11.2026"],
      [{ line: 4, column: "net" }],
    ],
    [
      "a word of the bank without a meaning",
      ["1;24.11.2026;Puan;A00001;;;1,00;0,02;0,98;24.11.2026"],
      [{ line: 4, column: "kind" }],
    ],
    [
      "rows that name no payment",
      ["1;24.11.2026;Satış;;;;1,00;0,02;0,98;24.11.2026"],
      [{ line: 4, column: "auth_code" }],
    ],
  ])("is refused for %s", async (_name, rows, problems) => {
    expect(await settle(...rows)).toMatchObject(problems as object);
  });

  it("is refused by the name of a renamed column, and posts nothing", async () => {
    const text = `${HEAD.replace("Brüt Tutar", "Brüt Tutarı")}\r\n1;;;A00001;;;1,00;0;1,00;24.11.2026`;
    expect(await take(windows1254(text))).toMatchObject({
      refusal: [
        {
          column: "Brüt Tutar",
          message: 'is a column that is missing; the file has "Brüt Tutarı"',
        },
      ],
    });
  });

  it("may be a workbook", async () => {
    const { order, code } = await sale(30_000);
    const text = (one: string) => ({ kind: "text", text: one }) as const;
    const amount = (minor: bigint) => ({ kind: "amount", minor, exponent: 2 }) as const;
    async function* blocks() {
      const at = shop.clock.now();
      const day = { kind: "moment", at } as const;
      yield await Promise.resolve([
        [text("1"), day, text("Satış"), text(code), text(""), text("")]
          .concat([] as never)
          .concat([amount(30_000n), amount(537n), amount(29_463n), day] as never),
      ]);
    }
    const table = { name: "Ekstre", heads: HEAD.split(";"), blocks: blocks() };
    const pieces: Uint8Array[] = [];
    for await (const piece of workbook([table], { timeZone: "Europe/Istanbul" }))
      pieces.push(piece);
    expect(await take(Buffer.concat(pieces))).toMatchObject({ value: { settled: 1 } });
    expect(await balancesOf(shop, order)).toMatchObject({ bank_account: 29_463 });
  });

  it("comes from the bank's SFTP server by itself, and is set aside if its header changed", async () => {
    const key = newHostKey();
    const server = await startSftpServer([key.private]);
    const world = await openFeedWorld(shop);
    const { merchantId } = shop.merchant.merchant;
    const owner = { merchantId, mode: "test" } as const;
    const login = {
      title: "Ekstre",
      host: "127.0.0.1",
      port: String(server.port),
      username: "vezne",
      password: "geheim",
      host_key: key.fingerprint,
    };
    for (const [protocol, values] of [
      ["garanti", { extractsOf: "sandbox" }],
      ["sftp", { ...login, extractsOf: "acq_0123456789abcdef" }],
    ] as const) {
      expect(await world.add(owner, values, protocol)).toMatchObject({
        refusal: [{ field: "extracts_of", problem: "unknown_value" }],
      });
    }
    const [first, second] = [await sale(41_000), await sale(42_000)];
    const bankOf = async ({ order }: { order: string }) =>
      (await balancesOf(shop, order))["bank_account"];
    const put = (name: string, head: string, ...rows: readonly string[]) =>
      server.files.set(name, {
        content: windows1254([head, ...rows].join("\r\n")),
        changedAt: Math.floor(shop.clock.now() / SECOND),
      });
    const row = `1;24.11.2026;Satış;${first.code};;;410,00;7,34;402,66;24.11.2026`;
    put("a.csv", HEAD, row);
    const added = await world.add(owner, { ...login, extractsOf: "sandbox" }, "sftp");
    if (!added.ok) throw new Error("the feed was refused");
    const next = () => shop.clock.move(60 * SECOND);
    const readings = () => server.read.join(" ");
    await expect.poll(() => bankOf(first), POLL).toBe(40_266);
    const memory = async () => JSON.stringify((await world.find(added.value)).memory);
    await expect.poll(memory, POLL).toContain("a.csv");
    // A process that dies after the import has noted nothing of its look.
    await query(shop, "update bank_feed set memory = null, read_until = null");
    next();
    await expect.poll(memory, POLL).toContain("a.csv");
    expect(readings()).toBe("a.csv a.csv");
    // Another header waits for a person; the file beside it is taken.
    const renamed = HEAD.replace("Brüt Tutar", "Brüt Tutarı");
    put("b.csv", renamed, `1;24.11.2026;Satış;${second.code};;;420,00;7,52;412,48;24.11.2026`);
    put("c.csv", HEAD, row, "1;24.11.2026;Satış;XX0001;;;1,00;0,00;1,00;24.11.2026");
    next();
    await expect
      .poll(async () => (await world.find(added.value)).lastCheck, POLL)
      .toMatchObject({
        code: "not_understood",
        message: expect.stringMatching(/^b\.csv: line 1: Brüt Tutar is a column that is missing/),
      });
    expect(readings()).toBe("a.csv a.csv b.csv c.csv");
    expect(silentAmong([await world.find(added.value)], shop.clock.now())).toHaveLength(1);
    expect(await bankOf(first)).toBe(40_266);
    await keepMapping({ ...MAPPING.columns, gross: "Brüt Tutarı" });
    next();
    await expect.poll(() => bankOf(second), POLL).toBe(41_248);
    await expect
      .poll(async () => (await world.find(added.value)).lastCheck?.kind, POLL)
      .toBe("ready");
    const files = await world.installation.settlementImports.list(owner, 100);
    const ofFeed = files.filter(({ importedBy }) => importedBy === "feed Ekstre");
    expect(ofFeed.map(({ settled }) => settled)).toEqual([1, 0, 0, 1]);
    await world.installation.accountFeeds.changeState(
      added.value.feedId,
      "disabled",
      shop.clock.now(),
    );
    await world.close();
    await server.close();
  });

  it("comes from the test bank each night, and a sale is late only if the file lacks it", async () => {
    const { order } = await sale(61_000);
    const { order: lost } = await sale(62_000);
    const due = () =>
      withSettlements(shop, async (deps, owner) =>
        (await deps.settlements.calendar(owner))
          .filter(({ gross }) => [61_000n, 62_000n, 123_000n].includes(gross))
          .map(({ gross, wasCompared }) => [gross, wasCompared]),
      );
    await query(shop, "delete from bank.entry where amount_minor = 62000");
    shop.clock.move(2 * DAY);
    expect(await due()).toEqual([[123_000n, false]]);
    await withSettlements(shop, (deps, { merchantId }) =>
      deps.columnMappings.remove({ use: "settlement", name: "sandbox", merchantId }),
    );
    await atInstallation(shop, async (installation) => {
      const { pool, config, logger, sandboxExtracts } = installation;
      const deps = { ...settlementDeps(installation), pool, config, logger, sandboxExtracts };
      // The first process is killed between its claim and the import.
      const today = dayInTurkey(shop.clock.now());
      await sandboxExtracts.claim(shop.merchant.merchant.merchantId, today, shop.clock.now());
      await deliverExtracts(deps)?.();
      expect(await due()).toEqual([[123_000n, false]]);
      shop.clock.move(15 * 60 * SECOND);
      await Promise.all([deliverExtracts(deps)?.(), deliverExtracts(deps)?.()]);
    });
    expect(await due()).toEqual([[62_000n, true]]);
    expect(await balancesOf(shop, order)).toMatchObject({ bank_account: 61_000 - 1_092 });
    expect(await balancesOf(shop, lost)).not.toHaveProperty("bank_account");
    const files = await withSettlements(shop, (deps, owner) =>
      deps.settlementImports.list(owner, 100),
    );
    expect(files.filter(({ importedBy }) => importedBy === "test bank")).toHaveLength(1);
  });

  it("leaves books that agree", async () => {
    await untilSealed(shop);
    expect((await verified(shop)).differences).toEqual([]);
  });
});
