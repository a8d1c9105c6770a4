import { SANDBOX_PROGRAMS } from "../card/card-program.ts";
import { parseCalendarDay } from "../../kernel/calendar-day.ts";
import { assert } from "../../kernel/assert.ts";
import type { CommissionRate } from "./commission.ts";

/**
 * The commission in basis points by installment count; it grows with the count, as contract C7
 * requires.
 */
const RATE_BY_COUNT = [
  [2, 199],
  [3, 299],
  [6, 599],
  [9, 899],
  [12, 1_199],
] as const;

/** Additional basis points for the cards of partner banks. */
const PARTNER_EXTRA = 50;

const validFrom = parseCalendarDay("2020-01-01");
assert(validFrom !== undefined, "the first day of the sandbox is a day");

/** Rates in test mode for every merchant without an import; the customer bears them. */
export const SANDBOX_RATES: readonly CommissionRate[] = SANDBOX_PROGRAMS.flatMap(
  ({ name, ownerBankCode }) =>
    RATE_BY_COUNT.flatMap(([count, rateBasisPoints]) => {
      const rate = {
        program: name,
        terminalBankCode: ownerBankCode,
        category: undefined,
        count,
        bearer: "customer",
        validFrom,
        validTo: undefined,
      } as const;
      return [
        { ...rate, cardBank: "own", rateBasisPoints },
        { ...rate, cardBank: "partner", rateBasisPoints: rateBasisPoints + PARTNER_EXTRA },
      ] as const;
    }),
);
