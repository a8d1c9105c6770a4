import type { Parts } from "./compose.ts";
import { openConnection, openDatabase } from "./edge/store/database.ts";
import { createRefundStore } from "./edge/store/refund-store.ts";
import { createSessionStore } from "./edge/store/session-store.ts";
import type { PayoutDeps } from "./refund/settle-payout.ts";

/** What the command line needs to end a payout: refunds, without a server. */
export function openPayouts(parts: Pick<Parts, "database" | "clock" | "random">): {
  readonly deps: PayoutDeps;
  close(): Promise<void>;
} {
  const { clock, random } = parts;
  const options = { address: parts.database, applicationName: "vezne payouts" };
  const pool = openDatabase({ ...options, max: 2 });
  const sessions = createSessionStore(async () => {
    const client = openConnection(options);
    await client.connect();
    return client;
  });
  return {
    deps: { clock, random, sessions, refunds: createRefundStore(pool) },
    async close() {
      await sessions.close();
      await pool.end();
    },
  };
}
