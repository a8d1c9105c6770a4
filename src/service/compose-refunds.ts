import type { CommandParts } from "./compose-clock.ts";
import { openConnection, openDatabase } from "../edge/store/sql/database.ts";
import { createMerchantStore } from "../edge/store/merchant/merchant-store.ts";
import { readRefundTransfers } from "../edge/store/refund/refund-transfer-store.ts";
import { createRefundStore } from "../edge/store/refund/refund-store.ts";
import { createSessionStore } from "../edge/store/session/session-store.ts";
import type { MerchantStore } from "../merchant/ports.ts";
import type { RefundTransferDeps } from "../refund/record-refund-transfer.ts";
import type { RefundTransfer } from "../transfer/refund-transfer.ts";
import type { LineOwner } from "../transfer/statement-line.ts";

/** What the command line needs to end a payout: refunds, without a server. */
export function openRefundTransfers(parts: CommandParts): {
  readonly deps: RefundTransferDeps & {
    readonly merchants: MerchantStore;
    readonly refundTransfers: (owner: LineOwner) => Promise<readonly RefundTransfer[]>;
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
      refundTransfers: (owner) => readRefundTransfers(pool, owner),
    },
    async close() {
      await sessions.close();
      await pool.end();
    },
  };
}
