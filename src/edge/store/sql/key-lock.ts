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
