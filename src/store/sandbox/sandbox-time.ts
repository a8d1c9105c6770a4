import type pg from "pg";
import { later, type Clock, type Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import type { MovedSandbox, SandboxClocks } from "../../domain/merchant/clocks.ts";
import { bigint, id, integer, optionalMoment, type Row } from "../../database/mapping/rows.ts";

/** The times of all sandboxes in the memory of this process. */
export type SandboxTime = {
  readonly clocks: SandboxClocks;
  /** How far a merchant's sandbox is ahead of the real time. */
  aheadMs(merchantId: MerchantId): number;
  /**
   * Reads the changes since the last refresh. A sandbox's new time is committed before any process
   * writes a row by it, so after a refresh this process knows the time of every row it has read.
   */
  refresh(): Promise<void>;
  /** The number of the last change that this process knows. */
  lastChange(): bigint;
  /** Sandboxes whose return to the real time has begun and not ended. */
  returning(): readonly ClockReturn[];
};

export type ClockReturn = { readonly merchantId: MerchantId; readonly since: Instant };

/**
 * Called for each merchant whose sandbox was moved or set back to the real time, or whose sessions
 * have lost personal data.
 */
type OnChange = (merchantId: MerchantId) => void;

const CHANGED = `
  select merchant_id, ahead_ms::float8 as ahead_ms, change, returning_since
  from sandbox_time where change > $1 order by change`;

export function createSandboxTime(
  pool: pg.Pool,
  clock: Clock,
  onChange: OnChange = () => undefined,
): SandboxTime {
  const ahead = new Map<MerchantId, MovedSandbox>();
  const returning = new Map<MerchantId, ClockReturn>();
  let last = 0n;
  const apply = (row: Row): void => {
    const change = bigint(row, "change");
    // Two refreshes may overlap; the one that ends later may have read older rows.
    if (change <= last) return;
    last = change;
    const merchantId = id<MerchantId>(row, "merchant_id");
    const aheadMs = integer(row, "ahead_ms");
    const since = optionalMoment(row, "returning_since");
    if (aheadMs > 0) ahead.set(merchantId, { merchantId, aheadMs });
    else ahead.delete(merchantId);
    if (since === undefined) returning.delete(merchantId);
    else returning.set(merchantId, { merchantId, since });
    onChange(merchantId);
  };
  const aheadMs = (merchantId: MerchantId): number => ahead.get(merchantId)?.aheadMs ?? 0;
  return {
    aheadMs,
    clocks: {
      now({ merchantId, mode }) {
        const now = clock.now();
        return ahead.size === 0 || mode === "live" ? now : later(now, aheadMs(merchantId));
      },
      moved: () => [...ahead.values()],
    },
    async refresh() {
      const { rows } = await pool.query<Row>(CHANGED, [last]);
      for (const row of rows) apply(row);
    },
    lastChange: () => last,
    returning: () => [...returning.values()],
  };
}
