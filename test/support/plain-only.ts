const BACKUP = "`vezne backup` and `vezne restore` refuse a distributed database";

/**
 * The test files that don't run on a Citus cluster (VEZNE_CITUS_URL), and single tests as
 * `<file> > <title>`, with the reason. docs/decisions/distribution.md lists them, too.
 */
export const PLAIN_ONLY: Readonly<Record<string, string>> = {
  "test/fault/backup.test.ts": BACKUP,
  "test/fault/backup-in-use.test.ts": BACKUP,
  "test/fault/month-partitions.test.ts > become one partition again in a restored database": BACKUP,
  "test/fault/restored-data.test.ts": BACKUP,
  "test/journey/command-line.test.ts > backup and restore --verify succeed while the service runs":
    BACKUP,
  "test/journey/panel-going-live.test.ts > stays on for merchants that took live payments before the migration":
    "Citus refuses its volatile time in a reference table; it ran before any distribution",
  "test/journey/panel-sign-in.test.ts > lets the role of the service change no entry of the audit log":
    "only the embedded PostgreSQL gives the audit log to a role of its own",
};

const files = Object.keys(PLAIN_ONLY).filter((key) => key.endsWith(".test.ts"));

/** The files that this run leaves out. */
export const filesOffCluster = process.env["VEZNE_CITUS_URL"] === undefined ? [] : files;
