const READ = `
  select query, calls, total_exec_time + total_plan_time as ms, wal_bytes::float8 as wal,
    shared_blks_hit + shared_blks_read as buffers, rows
  from pg_stat_statements
  where toplevel and dbid = (select oid from pg_database where datname = current_database())`;

/** The statistics of PostgreSQL's statements and write-ahead log since the server began. */
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
  return { statements: byShape, walBytes: wal.rows[0].bytes };
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
