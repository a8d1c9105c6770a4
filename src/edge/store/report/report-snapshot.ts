import type pg from "pg";
import { inTransaction, type SqlClient } from "../sql/database.ts";

// The tally is read by index look-ups at any size; before it is analyzed the planner would rather
// read all of it.
const SNAPSHOT = `
  set transaction isolation level repeatable read, read only;
  set local enable_hashjoin = off;
  set local enable_mergejoin = off;
  set local enable_seqscan = off;
  set local enable_bitmapscan = off`;

/** Reads for one answer, all of one moment, so that its parts agree. */
export function inSnapshot<Value>(
  pool: pg.Pool,
  work: (sql: SqlClient) => Promise<Value>,
): Promise<Value> {
  return inTransaction(pool, async (sql) => {
    await sql.query(SNAPSHOT);
    return work(sql);
  });
}
