import type pg from "pg";
import { randomText } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import { Secret } from "../../kernel/secret.ts";
import { assert } from "../../kernel/assert.ts";
import { text } from "./rows.ts";

/** A secret of the installation, made by whichever process asks for it first. */
export async function installationSecret(
  pool: pg.Pool,
  random: Random,
  name: "sandbox_bank" | "known_devices",
): Promise<Secret> {
  await pool.query(
    "insert into installation_secret (name, value) values ($1, $2) on conflict do nothing",
    [name, randomText(random, 52)],
  );
  const { rows } = await pool.query<Record<string, unknown>>(
    "select value from installation_secret where name = $1",
    [name],
  );
  const [row] = rows;
  assert(row !== undefined, "a secret that was just made is there");
  return new Secret(text(row, "value"));
}
