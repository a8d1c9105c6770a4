import type { Pool } from "pg";
import { NO_MERCHANT } from "../../store/ledger/leaf-content.ts";
import {
  createAuditLeaves,
  type GroupSealer,
  type Sealer,
  type SealScope,
} from "../../store/ledger/seal-store.ts";
import { eraseLines, type PersonalData } from "../../store/payment/personal-data-store.ts";
import { inTransaction } from "../../database/connection/database.ts";
import { isPassing, isShardMoved } from "../../database/connection/database-error.ts";
import type { BooksReader } from "../../domain/report/books-reader.ts";
import type { GroupStores, Shards } from "./shards.ts";

type SealResult = { readonly leaves: number } | { readonly error: unknown };

/**
 * Seals the books of each group. The audit entries lie on the coordinator: a seal of the group
 * takes their leaves, and then they no longer wait. If the process ends in between, the next round
 * finds that they are sealed.
 */
export function shardedSealer(shards: Shards, coordinator: Sealer, pool: Pool): Sealer {
  const audit = createAuditLeaves(pool);
  const sealIn = async (sealer: GroupSealer, round: SealedRound): Promise<number> => {
    const sealed = await sealer.seal(round.now, round.scope, round.leaves);
    await audit.noteSealed(round.leaves);
    return sealed;
  };
  return {
    ...coordinator,
    async seal(now, scope = { except: [] }) {
      const leaves = await audit.waiting(scope);
      if ("only" in scope) {
        const owner = scope.only === "" ? NO_MERCHANT : scope.only;
        return shards.route(owner, ({ sealer }) => sealIn(sealer, { now, scope, leaves }));
      }
      const ends = await shards.each<SealResult>(async ({ sealer }, group) => {
        const own = await shards.ownOf(group, leaves, ({ owner }) => owner);
        try {
          return { leaves: await sealIn(sealer, { now, scope, leaves: own }) };
        } catch (error) {
          if (isPassing(error) || isShardMoved(error)) throw error;
          return { error };
        }
      });
      // The rows of a merchant don't fit: the caller finds out which by sealing each one alone.
      for (const end of ends) if ("error" in end) throw end.error;
      return ends.reduce((sum, end) => sum + ("leaves" in end ? end.leaves : 0), 0);
    },
  };
}

type SealedRound = {
  readonly now: Parameters<Sealer["seal"]>[0];
  readonly scope: SealScope;
  readonly leaves: Parameters<GroupSealer["seal"]>[2];
};

/** Reads the books of each group; fails if one of them can't be read. */
export function shardedBooks(shards: Shards, coordinator: BooksReader): BooksReader {
  const all = async <Found>(
    read: (books: GroupStores["books"]) => Promise<readonly Found[]>,
  ): Promise<readonly Found[]> => {
    const found: Found[] = [];
    for await (const { books } of shards.inTurn()) found.push(...(await read(books)));
    return found;
  };
  return {
    sums: () => all((books) => books.sums()),
    steps: () => all((books) => books.steps()),
    differences: () => all((books) => books.differences()),
    counts: () => coordinator.counts(),
    async *trees() {
      for await (const { books } of shards.inTurn()) yield* books.trees();
    },
  };
}

/**
 * Erases the statement lines first, because an erasure that was interrupted after the group's part
 * would no longer find their orders. The note comes last: a process that forgets its sessions
 * before they are erased may read them again.
 */
export function shardedPersonalData(shards: Shards, pool: Pool): PersonalData {
  return {
    async erase(choice, at, note) {
      const { merchantId } = choice;
      const orders = await shards.route(merchantId, ({ personalData }) =>
        personalData.ordersOf(choice, at),
      );
      await eraseLines(pool, merchantId, orders);
      const erased = await shards.route(merchantId, ({ personalData }) =>
        personalData.erase(choice, at),
      );
      await inTransaction(pool, note);
      return erased;
    },
  };
}
