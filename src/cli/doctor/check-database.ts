import type { Pool } from "pg";
import { errorMessage } from "../../kernel/thrown.ts";
import { compareSchema } from "../../database/migration/schema-record.ts";
import { failed, ok, warning, type Check } from "./check.ts";

const OLDEST_VERSION = 15;
/**
 * The differences of the clocks, in ms, above which the check warns and fails: sessions then expire
 * early or late, and signatures look old.
 */
const SKEW_WARNING_MS = 2_000;
const SKEW_FAILURE_MS = 30_000;
const SETTINGS = ["fsync", "synchronous_commit", "full_page_writes"];

/** Checks the database and its settings, or reports only that the database does not answer. */
export async function checkDatabase(pool: Pool, now: () => number): Promise<readonly Check[]> {
  try {
    const version = await pool.query<{ version: string }>(
      "select current_setting('server_version') as version",
    );
    return [
      checkVersion(version.rows[0]?.version ?? ""),
      await checkSchemas(pool),
      await checkClock(pool, now),
      await checkDurability(pool),
    ];
  } catch (error) {
    const advice = "Start it, or correct DATABASE_URL.";
    return [failed("database", errorMessage(error), advice)];
  }
}

function checkVersion(version: string): Check {
  const name = "database";
  if (Number.parseInt(version, 10) >= OLDEST_VERSION) return ok(name, `PostgreSQL ${version}`);
  const advice = `Move to PostgreSQL ${OLDEST_VERSION} or later.`;
  return failed(name, `PostgreSQL ${version}`, advice);
}

async function checkSchemas(pool: Pool): Promise<Check> {
  const both = [
    await compareSchema(pool, { set: "vezne" }),
    await compareSchema(pool, { set: "bank" }),
  ];
  const problem = both.find((one) => one.problem !== undefined)?.problem;
  if (problem !== undefined) {
    return failed("schema", problem, "Start the release that made it, or a later one.");
  }
  const later = both.flatMap((one) => one.later);
  if (later.length > 0) {
    return ok("schema", `of a later release, and this one can use it (${later.join(", ")})`);
  }
  const pending = both.flatMap((one) => one.pending);
  if (pending.length > 0) {
    const detail = `of an earlier release: ${pending.length} migrations are missing`;
    return warning("schema", detail, "The next start or `vezne migrate` brings it up to date.");
  }
  return ok("schema", "of this release");
}

async function checkClock(pool: Pool, now: () => number): Promise<Check> {
  const before = now();
  const { rows } = await pool.query<{ now: number }>("select clock_timestamp() as now");
  const after = now();
  const theirs = rows[0]?.now ?? before;
  // The database's time is right anywhere between `before` and `after`, because it is not known
  // when the database read its clock during the query.
  const skew = theirs < before ? before - theirs : Math.max(0, theirs - after);
  const detail = `${Math.round(skew)} ms apart from the database's`;
  const advice = "Let both machines take the time from the same servers (NTP).";
  if (skew > SKEW_FAILURE_MS) return failed("clock", detail, advice);
  return skew > SKEW_WARNING_MS ? warning("clock", detail, advice) : ok("clock", detail);
}

async function checkDurability(pool: Pool): Promise<Check> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name = any ($1)",
    [SETTINGS],
  );
  const off = rows.filter(({ setting }) => setting === "off").map(({ name }) => name);
  if (off.length === 0)
    return ok("durability", "commits are on the disk before they are acknowledged");
  const advice = `Switch ${off.join(", ")} on: payments that were acknowledged could be lost.`;
  return failed("durability", `${off.join(", ")} is off`, advice);
}
