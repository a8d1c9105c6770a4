import { extractFile } from "../../bank/extract.ts";
import { recentEntries } from "../../bank/sql-book.ts";
import { SIMULATED_BANK } from "../../domain/settlement/settled-connection.ts";
import type { FileReader } from "../../file/reader/file-reader.ts";
import { importSettlementFile } from "../../file/import/import-settlement-file.ts";
import { dayAfter, dayInTurkey, plusDays, type CalendarDay } from "../../kernel/calendar-day.ts";
import { DAY, later } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { Installation } from "../installation/installation.ts";
import type { Round } from "../runtime/job.ts";
import { hasOwnBank } from "../runtime/sandbox-settlement.ts";

type DeliveryDeps = Pick<
  Installation,
  | "clock"
  | "clocks"
  | "columnMappings"
  | "config"
  | "connections"
  | "digest"
  | "extracts"
  | "logger"
  | "pool"
  | "sandboxExtracts"
  | "settlementImports"
  | "settlements"
> & { readonly files: Pick<FileReader, "extract" | "settlement"> };

/** The test bank pays every booking out within this time. */
const RECENT_MS = 31 * DAY;
const FIRST_DAYS = 31;

/**
 * Delivers the test bank's extract to each sandbox once a day, by the time of the sandbox and in
 * the form that a bank writes, and imports it. A sandbox without a contract expects no payouts and
 * gets none.
 */
export function deliverExtracts(installation: DeliveryDeps): Round | undefined {
  if (!hasOwnBank(installation.config)) return undefined;
  const delivered = new Map<MerchantId, CalendarDay>();
  return async () => {
    for (const merchantId of await installation.sandboxExtracts.receivers()) {
      const owner = { merchantId, mode: "test" } as const;
      const today = dayInTurkey(installation.clocks.now(owner));
      if (delivered.get(merchantId) === today) continue;
      if ((await installation.settlements.terms(owner)).length === 0) continue;
      if (await deliver(installation, merchantId, today)) delivered.set(merchantId, today);
    }
    return false;
  };
}

/** Returns false while another process may be about to deliver it. */
async function deliver(
  installation: DeliveryDeps,
  merchantId: MerchantId,
  today: CalendarDay,
): Promise<boolean> {
  const { pool, clock, clocks, logger, sandboxExtracts } = installation;
  const claimed = await sandboxExtracts.claim(merchantId, today, clock.now());
  if (claimed === "taken") return false;
  const { last } = claimed;
  const owner = { merchantId, mode: "test" } as const;
  const since = later(clocks.now(owner), -RECENT_MS);
  const entries = await recentEntries(pool, { terminal: merchantId, since });
  const from = last === undefined ? plusDays(today, -FIRST_DAYS) : dayAfter(last);
  const file = extractFile(entries, { from, until: today });
  if (file !== undefined) {
    const source = { ...owner, acquirer: SIMULATED_BANK };
    const imported = await importSettlementFile(installation, { source, file, by: "test bank" });
    if (!imported.ok) {
      const problems = imported.refusal.slice(0, 3);
      logger.warn({ merchant_id: merchantId, problems }, "the test bank's extract was refused");
    }
  }
  await sandboxExtracts.delivered(merchantId, today);
  return true;
}
