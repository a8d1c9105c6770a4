import { contractCsv, settlementCsv } from "../../bank/settlement.ts";
import { recentEntries } from "../../bank/sql-book.ts";
import type { Config } from "../../config/config.ts";
import { importTerms } from "../../file/import/import-settlement-file.ts";
import type { SandboxSettlement } from "../../panel/kit/panel-services.ts";
import { assert } from "../../kernel/assert.ts";
import { dayInTurkey, type CalendarDay } from "../../kernel/calendar-day.ts";
import { DAY, later } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { Installation } from "../installation/installation.ts";

type ContractDeps = Pick<Installation, "clock" | "config" | "settlements" | "files">;
type Clocks = Pick<Installation, "clocks">;

/** The test bank's contract, as a file for `vezne settlement terms`. */
export const sandboxContract = contractCsv;

/** The test bank pays every booking out within this time. */
const RECENT_MS = 31 * DAY;

/** True if the test bank of this installation belongs to it. */
export function hasOwnBank({ testBank, bankUrl }: Config): boolean {
  return testBank && bankUrl === undefined;
}

/**
 * Puts the test bank's contract in force for a merchant whose sandbox has none, so that its
 * first sale has a commission and a value date.
 */
export async function startSandboxContract(
  deps: ContractDeps,
  merchantId: MerchantId,
): Promise<void> {
  const owner = { merchantId, mode: "test" } as const;
  if (!hasOwnBank(deps.config)) return;
  if ((await deps.settlements.terms(owner)).length > 0) return;
  const imported = await importTerms(deps, {
    owner,
    file: new TextEncoder().encode(contractCsv()),
  });
  assert(imported.ok, "the test bank's contract is valid");
}

/** The files that the panel offers of the test bank's recent bookings. */
export function sandboxSettlement(
  installation: Clocks & ContractDeps & Pick<Installation, "pool">,
): SandboxSettlement {
  const { pool, clocks } = installation;
  return {
    contract: contractCsv,
    start: (merchantId) => startSandboxContract(installation, merchantId),
    file: async (merchantId, until) => {
      const since = later(clocks.now({ merchantId, mode: "test" }), -RECENT_MS);
      return settlementCsv(await recentEntries(pool, { terminal: merchantId, since }), until);
    },
  };
}

/** The settlement file of the test bank for a merchant, from all its bookings. */
export async function sandboxSettlementFile(
  { sandboxBook }: Pick<Installation, "sandboxBook">,
  merchantId: MerchantId,
  until: CalendarDay,
): Promise<string> {
  return settlementCsv(await sandboxBook.list(merchantId), until);
}

/** Today in a merchant's sandbox. */
export function sandboxToday({ clocks }: Clocks, merchantId: MerchantId): CalendarDay {
  return dayInTurkey(clocks.now({ merchantId, mode: "test" }));
}
