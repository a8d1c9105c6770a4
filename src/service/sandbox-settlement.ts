import { contractCsv, settlementCsv } from "../bank/settlement.ts";
import { recentEntries } from "../bank/sql-book.ts";
import type { SandboxSettlement } from "../edge/panel/kit/back-office.ts";
import { dayInTurkey, type CalendarDay } from "../kernel/calendar-day.ts";
import { DAY, later } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";
import type { Installation } from "./installation.ts";

type Clocks = Pick<Installation, "clocks">;

/** The simulated bank's contract, as a file for `vezne settlement terms`. */
export const sandboxContract = contractCsv;

/** The simulated bank pays every booking out within this time. */
const RECENT_MS = 31 * DAY;

/** The files that the panel offers of the simulated bank's recent bookings. */
export function sandboxSettlement({
  pool,
  clocks,
}: Clocks & Pick<Installation, "pool">): SandboxSettlement {
  return {
    contract: contractCsv,
    file: async (merchantId, until) => {
      const since = later(clocks.now({ merchantId, mode: "test" }), -RECENT_MS);
      return settlementCsv(await recentEntries(pool, { terminal: merchantId, since }), until);
    },
  };
}

/** The settlement file of the simulated bank for a merchant, from all its bookings. */
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
