import type pg from "pg";
import { contractCsv, settlementCsv } from "../bank/settlement.ts";
import { recentEntries, sqlBook } from "../bank/sql-book.ts";
import type { CommandParts } from "./compose-clock.ts";
import { openFileReader, type FileReader } from "../edge/file-reader/file-reader.ts";
import type { SandboxSettlement } from "../edge/panel/back-office.ts";
import { createExpiringCache } from "../edge/store/sql/expiring-cache.ts";
import { openDatabase } from "../edge/store/sql/database.ts";
import { createMerchantStore } from "../edge/store/merchant/merchant-store.ts";
import { createSettlementImportStore } from "../edge/store/settlement/settlement-import-store.ts";
import { createSettlementStore, readTerms } from "../edge/store/settlement/settlement-store.ts";
import { dayInTurkey, type CalendarDay } from "../kernel/calendar-day.ts";
import { DAY, later, SECOND, type Clock } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";
import type { Clocks } from "../merchant/clocks.ts";
import type { MerchantStore } from "../merchant/ports.ts";
import type { ExpectSettlement } from "../payment/ports.ts";
import type { SettlementStore } from "../settlement/ports.ts";
import type { SettlementImports } from "../settlement/settlement-import.ts";
import { expectSettlement, type SettlementTerm } from "../settlement/term.ts";

/** A new contract is in force in every process within this time. */
const REMEMBERED_MS = SECOND;

/** What acquirers will keep and when they pay, by the contracts as they were a second ago. */
export function settlementExpectations(pool: pg.Pool, clock: Clock): ExpectSettlement {
  const contracts = createExpiringCache<readonly SettlementTerm[]>(clock, REMEMBERED_MS);
  return async (payment, { amount, at }) => {
    const { merchantId, mode, paymentType, installmentCount } = payment;
    const terms = await contracts.get(`${merchantId} ${mode}`, () => readTerms(pool, payment));
    if (terms === undefined || terms.length === 0) return undefined;
    const settled = { paymentType, installmentCount, program: payment.card?.program };
    return expectSettlement(terms, settled, { amount, day: dayInTurkey(at) });
  };
}

export type SettlementAdministration = {
  readonly deps: {
    readonly merchants: MerchantStore;
    readonly settlements: SettlementStore;
    readonly settlementImports: SettlementImports;
    readonly files: FileReader;
  };
  close(): Promise<void>;
};

/** What the command line needs of settlement, without a server. */
export function openSettlements({
  database,
  clock,
  clocks,
}: Omit<CommandParts, "random">): SettlementAdministration {
  const pool = openDatabase({ address: database, applicationName: "vezne settlement", max: 2 });
  const files = openFileReader();
  return {
    deps: {
      merchants: createMerchantStore(pool, clock),
      settlements: createSettlementStore(pool, clocks),
      settlementImports: createSettlementImportStore(pool, clocks),
      files,
    },
    async close() {
      files.close();
      await pool.end();
    },
  };
}

/** The simulated bank's contract, as a file for `vezne settlement terms`. */
export const sandboxContract = contractCsv;

/** More than the longest that the simulated bank keeps money. */
const RECENT_MS = 31 * DAY;

/** What the simulated bank hands to developers, of what it booked of late. */
export function sandboxSettlement(pool: pg.Pool, clocks: Clocks): SandboxSettlement {
  return {
    contract: contractCsv,
    file: async (merchantId, until) => {
      const since = later(clocks.now({ merchantId, mode: "test" }), -RECENT_MS);
      return settlementCsv(await recentEntries(pool, { terminal: merchantId, since }), until);
    },
  };
}

/** The settlement files of the simulated bank, from its own book. */
export function openSandboxSettlement({ database, clock, clocks }: Omit<CommandParts, "random">) {
  const pool = openDatabase({ address: database, applicationName: "vezne sandbox", max: 1 });
  const book = sqlBook(pool);
  return {
    deps: {
      merchants: createMerchantStore(pool, clock),
      today: (merchantId: MerchantId): CalendarDay =>
        dayInTurkey(clocks.now({ merchantId, mode: "test" })),
      csv: async (terminal: string, until: CalendarDay): Promise<string> =>
        settlementCsv(await book.list(terminal), until),
    },
    close: () => pool.end(),
  };
}
