const READ = `
  select query, calls, total_exec_time + total_plan_time as ms, wal_bytes::float8 as wal,
    shared_blks_hit + shared_blks_read as buffers, rows
  from pg_stat_statements
  where toplevel and dbid = (select oid from pg_database where datname = current_database())`;

const BACKENDS = `
  select pid from pg_stat_activity
  where datname = current_database() and application_name ~ '^vezne'`;

/**
 * The statistics of PostgreSQL's statements and write-ahead log since the server began, and the
 * processes of the service's connections.
 */
export async function readDatabase({ owner }) {
  const { rows } = await owner.query(READ);
  const wal = await owner.query("select wal_bytes::float8 as bytes from pg_stat_wal");
  const byShape = new Map();
  for (const { query, ...row } of rows) {
    const shape = shapeOf(query);
    const sum = byShape.get(shape) ?? { query, calls: 0, ms: 0, wal: 0, buffers: 0, rows: 0 };
    for (const name of ["calls", "ms", "wal", "buffers", "rows"]) sum[name] += Number(row[name]);
    byShape.set(shape, sum);
  }
  const backends = await owner.query(BACKENDS);
  return {
    statements: byShape,
    walBytes: wal.rows[0].bytes,
    backends: backends.rows.map(({ pid }) => pid),
  };
}

/**
 * A statement without its constants and parameters. PostgreSQL replaces the constants of a
 * statement by parameters, so its text is not the one that was sent.
 */
export function shapeOf(text) {
  return text
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/\/\*.*?\*\//g, "")
    .replaceAll(/(?:\be)?'(?:[^']|'')*'|\$\d+|\b\d+(?:\.\d+)?\b|\b(?:true|false|null)\b/gi, "?")
    .replaceAll(/\bextract\(\w+ from\b/gi, "extract(? from")
    .replaceAll(/-\s*\?/g, "?")
    .replaceAll(/(?:\?\s*,\s*)+\?/g, "?")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ (?=[\])])/g, "")
    .trim()
    .toLowerCase();
}
