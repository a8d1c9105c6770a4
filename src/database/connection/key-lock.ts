import type pg from "pg";

/**
 * How a statement locks the row of the key in force until its commit, so that nothing is written
 * under a key that is being replaced. Writers share the lock. On a distributed database they take
 * turns: Citus locks the copies of a reference table for `for share` at first shared and then for a
 * change, so two such statements at once would deadlock.
 */
export type KeyLock = "share" | "update";

/** The current key of a parameter; no row if it is not in force. */
export function keyInForce(parameter: string, lock: KeyLock): string {
  return `select key_id from vault_key where key_id = ${parameter} and is_current for ${lock}`;
}

/** A text was encrypted under a key that is not in force any more; it must be encrypted anew. */
export class StaleVaultKey extends Error {
  override readonly name = "StaleVaultKey";
}

const SEALED = "sealed:";

/** True for an encrypted text, false for one in clear. */
export function isSealed(text: string): boolean {
  return text.startsWith(SEALED);
}

/**
 * Locks the keys of encrypted texts until the commit.
 * @throws StaleVaultKey if one of them is not in force
 */
export async function lockKeysOf(
  sql: Pick<pg.PoolClient, "query">,
  texts: readonly string[],
  lock: KeyLock,
): Promise<void> {
  const sealed = texts.filter(isSealed);
  for (const keyId of new Set(sealed.map((text) => text.split(":")[1] ?? ""))) {
    const { rowCount } = await sql.query(keyInForce("$1", lock), [keyId]);
    if (rowCount !== 1) throw new StaleVaultKey();
  }
}
