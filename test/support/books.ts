import { Client } from "pg";
import { expect, inject, vi } from "vitest";
import { instant } from "../../src/kernel/clock.ts";
import { rebuildPayments, type RebuiltPayments } from "../../src/domain/report/rebuild-payments.ts";
import { verifyBooks, type BooksReport } from "../../src/domain/report/verify-books.ts";
import { query } from "./merchant-calls.ts";
import { atInstallation } from "./installation.ts";
import type { ShopService } from "./service.ts";

type Shop = Pick<ShopService, "database" | "clock">;

/** Verifies the books like `vezne verify`. */
export function verified(shop: Shop): Promise<BooksReport> {
  return atInstallation(shop, verifyBooks);
}

/** Rebuilds each payment like `vezne verify --rebuild`. */
export function rebuilt(shop: Shop): Promise<RebuiltPayments> {
  return atInstallation(shop, rebuildPayments);
}

/** Resolves once every posting, event and audit entry lies in a seal. */
export function untilSealed(shop: Shop): Promise<void> {
  return atInstallation(shop, async ({ sealer }) => {
    await vi.waitFor(
      async () => {
        await sealer.seal(instant(shop.clock.now()));
        const open = `select 'posting' as what from posting_unsealed
          union all select 'entry' from audit_unsealed
          union all select event_id from event
          where event_id not in (select key from sealed_leaf)`;
        expect(await query(shop, open)).toEqual([]);
      },
      { timeout: 40_000, interval: 100 },
    );
  });
}

export function proofOf(shop: Shop, order: string) {
  return atInstallation(shop, ({ readProof }) =>
    readProof(order as Parameters<typeof readProof>[0]),
  );
}

/** Changes rows with all rights in the database, and restores them afterwards. */
export async function tampered(
  shop: Shop,
  change: string,
  look: () => Promise<void>,
): Promise<void> {
  const { database } = shop.database.connection;
  const client = new Client({ ...inject("templateDatabase"), database });
  await client.connect();
  const tables = [...change.matchAll(/(?:update|into|from) (\w+)/g)].map(([, name]) => name ?? "");
  const [table = ""] = tables;
  try {
    // A superuser can also disable triggers.
    await client.query("set session_replication_role = replica");
    await client.query(`create table kept as table ${table}`);
    const { rowCount } = await client.query(change);
    expect(rowCount).toBeGreaterThan(0);
    await look();
    await client.query(`delete from ${table}`);
    await client.query(`insert into ${table} select * from kept`);
  } finally {
    await client.query("drop table kept");
    await client.end();
  }
}
