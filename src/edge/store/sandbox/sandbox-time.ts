import type pg from "pg";
import { later, type Clock, type Instant } from "../../../kernel/clock.ts";
import type { MerchantId } from "../../../kernel/ids.ts";
import type { MovedSandbox, SandboxClocks } from "../../../merchant/clocks.ts";
import { bigint, integer, optionalMoment, trusted, type Row } from "../sql/rows.ts";

/** The times of the sandboxes, as this process knows them. */
export type SandboxTime = {
  readonly clocks: SandboxClocks;
  /** How far a merchant's sandbox is ahead of the real time. */
  aheadMs(merchantId: MerchantId): number;
  /**
   * Reads what has changed. What another process did by a newer time becomes visible after that
   * time, so a process that has seen such a row knows the time once this has resolved.
   */
  refresh(): Promise<void>;
  /** The number of the last change that this process knows. */
  lastChange(): bigint;
  /** Sandboxes that are going back to the real time, each with when that began. */
  returning(): readonly Returning[];
};

export type Returning = { readonly merchantId: MerchantId; readonly since: Instant };

/** Hears of each sandbox that goes, or has gone, back to the real time. */
type OnReturn = (merchantId: MerchantId) => void;

const CHANGED = `
  select merchant_id, ahead_ms::float8 as ahead_ms, change, returning_since
  from sandbox_time where change > $1 order by change`;

export function createSandboxTime(
  pool: pg.Pool,
  clock: Clock,
  onReturn: OnReturn = () => undefined,
): SandboxTime {
  const ahead = new Map<MerchantId, MovedSandbox>();
  const returning = new Map<MerchantId, Returning>();
  let last = 0n;
  const learn = (row: Row): void => {
    const change = bigint(row, "change");
    // A call that was answered later may have asked earlier.
    if (change <= last) return;
    last = change;
    const merchantId = trusted<MerchantId>(row, "merchant_id");
    const aheadMs = integer(row, "ahead_ms");
    const since = optionalMoment(row, "returning_since");
    if (aheadMs > 0) ahead.set(merchantId, { merchantId, aheadMs });
    else ahead.delete(merchantId);
    if (since === undefined) returning.delete(merchantId);
    else returning.set(merchantId, { merchantId, since });
    if (aheadMs === 0) onReturn(merchantId);
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
      for (const row of rows) learn(row);
    },
    lastChange: () => last,
    returning: () => [...returning.values()],
  };
}
