import type pg from "pg";
import { randomText } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import { Secret } from "../../kernel/secret.ts";
import { assert } from "../../kernel/assert.ts";
import { text } from "../mapping/rows.ts";

/** Returns a named secret of the installation; the first process that needs it creates it. */
export async function installationSecret(
  pool: pg.Pool,
  random: Random,
  name: "sandbox_bank" | "known_devices",
): Promise<Secret> {
  // The secret is read first, because the service must be able to start on a read-only database.
  const known = await find(pool, name);
  if (known !== undefined) return known;
  await pool.query(
    "insert into installation_secret (name, value) values ($1, $2) on conflict do nothing",
    [name, randomText(random, 52)],
  );
  const made = await find(pool, name);
  assert(made !== undefined, "a secret that was just made is there");
  return made;
}

async function find(pool: pg.Pool, name: string): Promise<Secret | undefined> {
  const { rows } = await pool.query<Record<string, unknown>>(
    "select value from installation_secret where name = $1",
    [name],
  );
  return rows[0] === undefined ? undefined : new Secret(text(rows[0], "value"));
}
