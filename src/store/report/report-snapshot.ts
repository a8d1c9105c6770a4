import type pg from "pg";
import { inTransaction, type SqlClient } from "../../database/connection/database.ts";

// The roll-up tables are read by nested index look-ups at any size. Before the first `analyze` the
// planner has no statistics and would read whole tables instead, so the other plans are turned off
// for this transaction. Callers turn single plans on again where a query needs them.
const SNAPSHOT = `
  set transaction isolation level repeatable read, read only;
  set local enable_hashjoin = off;
  set local enable_mergejoin = off;
  set local enable_seqscan = off;
  set local enable_bitmapscan = off`;

/** Runs all queries of one answer in one snapshot, so that its parts agree. */
export function inSnapshot<Value>(
  pool: pg.Pool,
  work: (sql: SqlClient) => Promise<Value>,
): Promise<Value> {
  return inTransaction(pool, async (sql) => {
    await sql.query(SNAPSHOT);
    return work(sql);
  });
}
