import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemDigest } from "../../src/system/digest.ts";
import { readStatement } from "../../src/file/statement/statement-file.ts";
import { importSettlementFile } from "../../src/file/import/import-settlement-file.ts";
import { parseCalendarDay } from "../../src/kernel/calendar-day.ts";
import { slicesOf } from "../../src/kernel/slices.ts";
import { sandboxSettlementFile } from "../../src/service/runtime/sandbox-settlement.ts";
import { statementDeps } from "../../src/service/jobs/transfers.ts";
import { importStatement, type ImportReport } from "../../src/domain/transfer/import-statement.ts";
import { countStatements } from "../support/count-statements.ts";
import { settlementDeps } from "../support/settlements.ts";
import { atInstallation, COMMAND_NAME } from "../support/installation.ts";
import { paidOrder } from "../support/merchant-calls.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { camt053 } from "../support/statements.ts";
import { awaitTransfer, type AwaitedTransfer } from "../support/transfer-customer.ts";

const [WARM, FEW, MANY] = [2, 10, 100];
/** Ten times the lines; one statement for each line would be ten times as many. */
const AT_MOST = 3;

describe("the statements of an import", () => {
  let shop: TestService;
  beforeAll(async () => void (shop = await startTestService()));
  afterAll(() => shop.close());

  /** Makes `count` things, some at a time. */
  const made = async <Thing>(count: number, make: () => Promise<Thing>): Promise<Thing[]> => {
    const things: Thing[] = [];
    for (const part of slicesOf(Array.from({ length: count }), 16)) {
      things.push(...(await Promise.all(part.map(make))));
    }
    return things;
  };

  it("of a bank grow with its batches, not with its lines", async () => {
    const transfers = await made(WARM + FEW + MANY, () => awaitTransfer(shop));
    const fileOf = (some: readonly AwaitedTransfer[]) => {
      const iban = some[0]?.account.iban ?? "";
      // Of ten lines, six pay, two are too little and two have no code.
      const lines = some.map(({ id, account }, index) => ({
        reference: id,
        minor: account.amount - (index % 10 === 6 || index % 10 === 7 ? 1 : 0),
        description: index % 10 > 7 ? "KASIM KİRASI" : account.reference_code,
      }));
      return readStatement(new TextEncoder().encode(camt053(iban, lines)), systemDigest).lines;
    };
    const reports: ImportReport[] = [];
    const counts = await atInstallation(shop, async (installation) => {
      const counted = async (from: number, count: number): Promise<number> => {
        const lines = fileOf(transfers.slice(from, from + count));
        return countStatements(COMMAND_NAME, async () => {
          reports.push(await importStatement(statementDeps(installation), { lines }));
        });
      };
      await counted(0, WARM);
      return { few: await counted(WARM, FEW), many: await counted(WARM + FEW, MANY) };
    });
    const sums = reports.map(({ matched, unmatched }) => [matched, unmatched.length]);
    expect(sums.slice(1)).toEqual([
      [6, 4],
      [60, 40],
    ]);
    expect(counts.many / counts.few).toBeLessThan(AT_MOST);
  });

  it("of an acquirer grow with its batches, not with its lines", async () => {
    await made(WARM + FEW + MANY, () => paidOrder(shop.api));
    const { merchantId } = shop.merchant.merchant;
    const until = parseCalendarDay("2026-11-30");
    if (until === undefined) throw new Error("no day");
    const settled: number[] = [];
    const counts = await atInstallation(shop, async (installation) => {
      const file = await sandboxSettlementFile(installation, merchantId, until);
      const [head = "", ...lines] = file.trim().split("\n");
      const counted = async (from: number, count: number): Promise<number> => {
        const text = [head, ...lines.slice(from, from + count)].join("\n");
        const source = { merchantId, mode: "test", acquirer: "sandbox" } as const;
        const deps = settlementDeps(installation);
        return countStatements(COMMAND_NAME, async () => {
          const report = await importSettlementFile(deps, {
            source,
            file: new TextEncoder().encode(text),
            by: "test",
          });
          settled.push(report.ok ? report.value.settled : 0);
        });
      };
      await counted(0, WARM);
      return { few: await counted(WARM, FEW), many: await counted(WARM + FEW, MANY) };
    });
    expect(settled).toEqual([WARM, FEW, MANY]);
    expect(counts.many / counts.few).toBeLessThan(AT_MOST);
  });
});
