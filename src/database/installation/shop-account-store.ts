import type pg from "pg";
import { text } from "../mapping/rows.ts";

/** The account of the demo shop as every process of the installation reads it, as JSON. */
export type ShopAccountStore = {
  read(): Promise<string | undefined>;
  write(account: string): Promise<void>;
  /** Runs `work` while no other process of the installation runs it. */
  alone<Value>(work: () => Promise<Value>): Promise<Value>;
};

const NAME = "demo_shop";

/** `alone` holds a connection of the pool, so the pool must have two or more. */
export function createShopAccountStore(pool: pg.Pool): ShopAccountStore {
  return {
    async read() {
      const { rows } = await pool.query<Record<string, unknown>>(
        "select value from installation_secret where name = $1",
        [NAME],
      );
      return rows[0] === undefined ? undefined : text(rows[0], "value");
    },
    async write(account) {
      await pool.query(
        `insert into installation_secret (name, value) values ($1, $2)
         on conflict (name) do update set value = excluded.value`,
        [NAME, account],
      );
    },
    async alone(work) {
      const client = await pool.connect();
      let isBroken = true;
      try {
        await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [NAME]);
        const value = await work();
        await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [NAME]);
        isBroken = false;
        return value;
      } finally {
        // A closed connection gives the lock up.
        client.release(isBroken);
      }
    },
  };
}
