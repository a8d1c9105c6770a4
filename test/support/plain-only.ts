const BACKUP = "`vezne backup` and `vezne restore` refuse a distributed database";

/**
 * The test files that don't run on a Citus cluster (VEZNE_CITUS_URL), and single tests as
 * `<file> > <title>`, with the reason. docs/decisions/distribution.md lists them, too.
 */
export const PLAIN_ONLY: Readonly<Record<string, string>> = {
  "test/fault/backup.test.ts": BACKUP,
  "test/fault/month-partitions.test.ts > become one partition again in a restored database": BACKUP,
  "test/fault/restored-data.test.ts": BACKUP,
  "test/journey/8-backlog-metrics.test.ts > show the age of the oldest posting while nothing is sealed":
    "it locks a table, whose shards lie on several servers",
  "test/journey/command-line.test.ts > backup and restore --verify succeed while the service runs":
    BACKUP,
  "test/journey/panel-going-live.test.ts > stays on for merchants that took live payments before the migration":
    "the migration that it repeats comes before the distribution",
  "test/journey/panel-sign-in.test.ts > writes each of these to the audit log, and never a password or a code":
    "only the embedded PostgreSQL gives the audit log to a role of its own",
};

const files = Object.keys(PLAIN_ONLY).filter((key) => key.endsWith(".test.ts"));

/** The files that this run leaves out. */
export const filesOffCluster = process.env["VEZNE_CITUS_URL"] === undefined ? [] : files;
