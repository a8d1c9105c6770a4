import type { CommandParts } from "./compose-clock.ts";
import { openConnection, openDatabase } from "../edge/store/sql/database.ts";
import { createMerchantStore } from "../edge/store/merchant/merchant-store.ts";
import { readPayouts } from "../edge/store/refund/refund-transfer-store.ts";
import { createRefundStore } from "../edge/store/refund/refund-store.ts";
import { createSessionStore } from "../edge/store/session/session-store.ts";
import type { MerchantStore } from "../merchant/ports.ts";
import type { PayoutDeps } from "../refund/record-refund-transfer.ts";
import type { Payout } from "../transfer/refund-transfer.ts";
import type { LineOwner } from "../transfer/statement-line.ts";

/** What the command line needs to end a payout: refunds, without a server. */
export function openPayouts(parts: CommandParts): {
  readonly deps: PayoutDeps & {
    readonly merchants: MerchantStore;
    readonly payouts: (owner: LineOwner) => Promise<readonly Payout[]>;
  };
  close(): Promise<void>;
} {
  const { clock, clocks, random } = parts;
  const options = { address: parts.database, applicationName: "vezne payouts" };
  const pool = openDatabase({ ...options, max: 2 });
  const sessions = createSessionStore(async () => {
    const client = openConnection(options);
    await client.connect();
    return client;
  });
  return {
    deps: {
      clocks,
      random,
      sessions,
      refunds: createRefundStore(pool),
      merchants: createMerchantStore(pool, clock),
      payouts: (owner) => readPayouts(pool, owner),
    },
    async close() {
      await sessions.close();
      await pool.end();
    },
  };
}
