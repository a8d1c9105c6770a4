import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemDigest } from "../../src/system/digest.ts";
import { readStatement } from "../../src/file/statement/statement-file.ts";
import { parseCalendarDay } from "../../src/kernel/calendar-day.ts";
import { sandboxSettlementFile } from "../../src/service/runtime/sandbox-settlement.ts";
import type { Installation } from "../../src/service/installation/installation.ts";
import { statementDeps } from "../../src/service/jobs/transfers.ts";
import { applyLines } from "../../src/domain/transfer/apply-lines.ts";
import { breakableShop, type BrokenShop } from "../support/failed-items.ts";
import { atInstallation, COMMAND_NAME, installationOf } from "../support/installation.ts";
import { balancesOf, eventsOf, paidOrder, query } from "../support/merchant-calls.ts";
import { importShopFile, SETTLEMENT_HEAD } from "../support/settlements.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { camt053 } from "../support/statements.ts";
import {
  awaitTransfer,
  importFile,
  linesOf,
  type AwaitedTransfer,
} from "../support/transfer-customer.ts";

const PAID_ONCE = { bank_account: 125_000, merchant_payable: -125_000 };

function fileOf(transfers: readonly AwaitedTransfer[]): string {
  const lines = transfers.map(({ id, account }) => ({
    reference: id,
    minor: account.amount,
    description: account.reference_code,
  }));
  return camt053(transfers[0]?.account.iban ?? "", lines);
}

function linesIn(file: string) {
  return readStatement(new TextEncoder().encode(file), systemDigest).lines;
}

describe("the lines of a statement", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  const transfersOf = (count: number) =>
    Promise.all(Array.from({ length: count }, () => awaitTransfer(shop)));
  const arePaidOnce = async (transfers: readonly AwaitedTransfer[]): Promise<void> => {
    for (const { id } of transfers) {
      expect(await balancesOf(shop, id)).toEqual(PAID_ONCE);
      expect(await eventsOf(shop, id)).toEqual(["payment.completed", "payment.pending"]);
    }
  };
  const statesOf = async (transfers: readonly AwaitedTransfer[]) => {
    const found = await query(
      shop,
      "select distinct state from statement_line where description = any ($1)",
      [transfers.map(({ account }) => account.reference_code)],
    );
    return found.map(({ state }) => state);
  };

  it("get their verdicts later where an import ends after it has completed payments", async () => {
    const transfers = await transfersOf(5);
    await query(shop, "alter table line_assignment rename to line_assignment_gone");
    await expect(importFile(shop, fileOf(transfers))).rejects.toThrow("line_assignment");
    expect(await statesOf(transfers)).toEqual(["new"]);
    await arePaidOnce(transfers);
    await query(shop, "alter table line_assignment_gone rename to line_assignment");
    await expect.poll(() => statesOf(transfers)).toEqual(["matched"]);
    await arePaidOnce(transfers);
    expect(await importFile(shop, fileOf(transfers))).toMatchObject({ duplicates: 5, matched: 0 });
  });

  it("get their verdicts in a service without test mode, too", async () => {
    const environment = { VEZNE_SIMULATED_BANK: "off", VEZNE_DEMO_SHOP: "off" };
    const live = await startTestService({ environment });
    const file = camt053("TR400006200000000000000001", [
      { reference: "LEFT", minor: 5_000, description: "FAİZ" },
    ]);
    await atInstallation(live, ({ statements }) => statements.record(linesIn(file)));
    const states = async () => (await linesOf(live)).map(({ state }) => state);
    await expect.poll(states).toEqual(["unmatched"]);
    await live.close();
  });

  it("pay once, without a deadlock, where two processes match them in opposite orders", async () => {
    const transfers = await transfersOf(20);
    const lines = linesIn(fileOf(transfers));
    await oppositely(shop, {
      held: `select from payment where order_id = '${transfers[10]?.id}' for update`,
      work: (installation, isFirst) =>
        applyLines(statementDeps(installation), isFirst ? lines : lines.toReversed()),
    });
    await arePaidOnce(transfers);
  });

  it("get one verdict each, without a deadlock, by two processes in opposite orders", async () => {
    const lines = linesIn(
      camt053(
        "TR400006200000000000000001",
        Array.from({ length: 20 }, (_, index) => ({
          reference: `V${index}`,
          minor: 5_000,
          description: `FAİZ ${index}`,
        })),
      ),
    );
    const verdict = {
      kind: "unmatched",
      reason: "late",
      owner: undefined,
      orderId: undefined,
    } as const;
    const judged = lines.map((line) => ({ line, verdict }));
    await atInstallation(shop, ({ statements }) => statements.record(lines));
    await oppositely(shop, {
      held: "select from statement_line where description = 'FAİZ 10' for update",
      work: ({ statements }, isFirst) =>
        statements.applyVerdicts(isFirst ? judged : judged.toReversed()),
    });
  });
});

type Opposite = {
  /** Locks a row in the middle, until both processes wait. */
  readonly held: string;
  readonly work: (installation: Installation, isFirst: boolean) => Promise<unknown>;
};

/** Lets two processes work at the same time, and checks that neither was ended by a deadlock. */
async function oppositely(shop: TestService, { held, work }: Opposite): Promise<void> {
  const pool = shop.database.open({ max: 2 });
  const rowsOf = async (text: string): Promise<unknown> => (await pool.query(text)).rows;
  const ofCommands = `select count(*)::int as count from pg_stat_activity
    where application_name like '${COMMAND_NAME}%'`;
  const holder = await pool.connect();
  const installations = [await installationOf(shop), await installationOf(shop)];
  try {
    await holder.query("begin");
    await holder.query(held);
    const working = Promise.all(installations.map((one, index) => work(one, index === 0)));
    await expect
      .poll(() => rowsOf(`${ofCommands} and wait_event_type = 'Lock'`))
      .toEqual([{ count: 2 }]);
    await holder.query("commit");
    await working;
    for (const one of installations.splice(0)) await one.close();
    // A process reports its deadlocks at its end.
    await expect.poll(() => rowsOf(ofCommands)).toEqual([{ count: 0 }]);
    const found = "select deadlocks::int from pg_stat_database where datname = current_database()";
    expect(await rowsOf(found)).toEqual([{ deadlocks: 0 }]);
  } finally {
    holder.release(true);
    for (const one of installations) await one.close();
    await pool.end();
  }
}

describe("the lines of a settlement file", () => {
  let broken: BrokenShop;
  beforeAll(async () => void (broken = await breakableShop()));
  afterAll(() => broken.close());

  it("are posted up to the one that can't be, and the rest by the next import", async () => {
    const { shop, owner } = broken;
    for (let order = 0; order < 7; order += 1) await paidOrder(shop.api);
    const until = parseCalendarDay("2026-11-30");
    if (until === undefined) throw new Error("no day");
    const { merchantId } = shop.merchant.merchant;
    const file = await atInstallation(shop, (installation) =>
      sandboxSettlementFile(installation, merchantId, until),
    );
    const fifth = file.split("\n")[5]?.split(",")[0];
    await owner.query(
      `alter table settlement_line add constraint unwritable check (attempt_id <> '${fifth}')`,
    );
    await expect(importShopFile(shop, file)).rejects.toThrow("unwritable");
    const settled = async () =>
      (await query(shop, "select attempt_id from settlement_line")).length;
    expect(await settled()).toBe(4);
    await owner.query("alter table settlement_line drop constraint unwritable");
    const { settled: rest, differences } = await importShopFile(shop, file);
    expect(rest).toBe(3);
    expect(differences.map(({ difference }) => difference)).toEqual(
      Array.from({ length: 4 }, () => "duplicate"),
    );
    expect(await settled()).toBe(7);
  });

  it("keep their differences where an import ends before its report", async () => {
    const { shop, owner } = broken;
    const { order } = await paidOrder(shop.api);
    const [row] = await query(shop, "select attempt_id from attempt where order_id = $1", [order]);
    const [sale, other] = [String(row?.["attempt_id"]), "att_of_somebody_else"];
    const file = [
      SETTLEMENT_HEAD,
      `${sale},sale,125000,2238,TRY,2026-11-30`,
      `${other},sale,100,2,TRY,2026-11-30`,
    ].join("\n");
    await query(
      shop,
      `insert into posting select merchant_id, attempt_id, 9, order_id, mode, 'acquirer_commission',
         'acquirer_receivable', 2000, currency, created_at
       from posting where attempt_id = $1 limit 1`,
      [sale],
    );
    await owner.query("alter table settlement_import rename to settlement_import_gone");
    await expect(importShopFile(shop, file)).rejects.toThrow("settlement_import");
    await owner.query("alter table settlement_import_gone rename to settlement_import");
    const { settled, differences } = await importShopFile(shop, file);
    expect(settled).toBe(0);
    const named = differences.filter(({ reference }) => reference === sale);
    expect(named.map(({ difference, away }) => [difference, away.minor])).toEqual([
      ["duplicate", 122_762n],
      ["overcharged", -238n],
    ]);
  });
});
