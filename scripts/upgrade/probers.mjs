import { setTimeout as wait } from "node:timers/promises";

const PAUSE_MS = 5;
/** Rows of each table that the prober locks, as payments lock theirs. */
const ROWS = 50;
const TABLES = `
  select oid::regclass::text as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname <> 'schema_migration'`;

// The server knows since when a statement has waited for its lock. A time that a client measures
// also contains the delays of a busy machine.
const WAITS = `
  select coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float8 as ms
  from pg_locks join pg_stat_activity using (pid)
  where not granted and application_name = $1`;

/**
 * Waits like a payment, on every table at once: for the lock that an insert takes, and for rows.
 * `take` gives the longest wait for a lock, and the longest time of a whole probe, since the last
 * time.
 */
export async function startProbers(pool, applicationName) {
  const { rows } = await pool.query(TABLES);
  const over = new AbortController();
  const longest = { lockMs: 0, probeMs: 0 };
  const note = (name, ms) => (longest[name] = Math.max(longest[name], ms));
  const repeat = async (work) => {
    const client = await pool.connect();
    while (!over.signal.aborted) {
      await work(client);
      await wait(PAUSE_MS);
    }
    client.release();
  };
  const probe = async ({ name }) => {
    const places = `select array(select ctid::text from ${name} limit ${ROWS}) as places`;
    const [{ places: found }] = (await pool.query(places)).rows;
    const lockRow = `select from ${name} where ctid = $1 for no key update`;
    await repeat(async (client) => {
      const began = performance.now();
      await client.query("begin");
      await client.query(`lock table ${name} in row exclusive mode`);
      if (found.length > 0) await client.query(lockRow, [drawn(found)]);
      await client.query("rollback");
      note("probeMs", performance.now() - began);
    });
  };
  const sample = repeat(async (client) => {
    note("lockMs", (await client.query(WAITS, [applicationName])).rows[0].ms);
  });
  const probes = [sample, ...rows.map(probe)];
  return {
    take() {
      const taken = { ...longest };
      Object.assign(longest, { lockMs: 0, probeMs: 0 });
      return taken;
    },
    async stop() {
      over.abort();
      await Promise.all(probes);
    },
  };
}

function drawn(items) {
  return items[Math.floor(Math.random() * items.length)];
}
