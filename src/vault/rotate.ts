import type { ItemKey } from "../domain/job/failed-item.ts";
import type { FailedItems } from "../domain/job/ports.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";
import type { RewrapStore } from "../store/vault/rewrap-store.ts";
import type { RegisteredKey, VaultKeyStore } from "../store/vault/vault-key-store.ts";
import type { VaultProcessStore } from "../store/vault/vault-process-store.ts";
import { rewrapBankValues, type BankValues } from "./bank-values.ts";
import type { VaultKey } from "./envelope.ts";
import type { KeySource } from "./key-source.ts";
import { rewrapCards } from "./rewrap-cards.ts";
import { rewrapTexts, type SealedTexts, type UnreadableRecord } from "./sealed-texts.ts";
import { VaultKeyError } from "./vault-key-error.ts";
import type { VaultKeys } from "./vault-keys.ts";

export type RotateDeps = {
  readonly source: KeySource;
  readonly keys: VaultKeys;
  readonly registry: VaultKeyStore;
  readonly records: RewrapStore;
  /** The encrypted texts, one entry for each table whose statements lock the key in force. */
  readonly texts: readonly SealedTexts[];
  readonly bankValues: BankValues;
  readonly processes: VaultProcessStore;
  readonly failedItems: FailedItems;
  readonly random: Random;
  readonly clock: Clock;
  readonly sleep: (ms: number) => Promise<void>;
  /**
   * The time in ms that other processes may take to load a new key; they check every two seconds.
   */
  readonly patienceMs: number;
};

export type Rotation = {
  /** The key that now wraps all records. */
  readonly keyId: string;
  /**
   * The key in force at the beginning; equal to `keyId` if an interrupted rotation was finished.
   */
  readonly previousKeyId: string;
  readonly rewrapped: number;
  /** The number of records that can't be decrypted because they were changed in the database. */
  readonly unreadable: number;
};

const CHECK_EVERY_MS = 250;

/**
 * Puts a new vault key in force and wraps all records with it, while cards are stored and used.
 * Each record stays readable: the key comes into force only when all processes have loaded it, and
 * old keys are kept. If the process is killed at any point, the next call continues the rotation.
 */
export async function rotateVaultKey(deps: RotateDeps): Promise<Rotation | undefined> {
  const registered = await deps.registry.current();
  if (registered === undefined) return undefined;
  const target = await targetKey(deps, registered);
  if (target.id !== registered.keyId) await putInForce(deps, registered, target);
  // Drafts come first, because a payment may still move a draft into the table of stored cards.
  const drafts = await rewrapCards(deps, "card_draft", target);
  const cards = await rewrapCards(deps, "stored_card", target);
  const parts = [drafts, cards];
  for (const texts of deps.texts) parts.push(await rewrapTexts(deps, texts, target));
  parts.push(await rewrapBankValues(deps, deps.bankValues, target));
  const unreadable = parts.flatMap((progress) => progress.unreadable);
  await keepUnreadable(deps, unreadable);
  return {
    keyId: target.id,
    previousKeyId: registered.keyId,
    rewrapped: parts.reduce((sum, progress) => sum + progress.rewrapped, 0),
    unreadable: unreadable.length,
  };
}

/**
 * Removes the keys that are neither in force nor in use from this machine's key source. Returns the
 * ids of those that stay, because records are still encrypted under them.
 */
export async function forgetOldKeys(
  deps: Pick<RotateDeps, "source" | "registry" | KeyUsers>,
): Promise<readonly string[]> {
  const { source, registry } = deps;
  const [current, used] = await Promise.all([registry.current(), keysInUse(deps)]);
  const old = (await source.read()).map(({ id }) => id).filter((id) => id !== current?.keyId);
  const unused = old.filter((id) => !used.has(id));
  if (unused.length > 0) await source.drop(new Set(unused));
  return old.filter((id) => used.has(id));
}

type KeyUsers = "records" | "texts" | "bankValues";

async function keysInUse({
  records,
  texts,
  bankValues,
}: Pick<RotateDeps, KeyUsers>): Promise<ReadonlySet<string>> {
  const users = [records, bankValues, ...texts];
  const counts = await Promise.all(users.map((store) => store.countByKey()));
  return new Set(counts.flatMap((count) => [...count.keys()]));
}

/**
 * Returns the key to rotate to: the newest key of the source; or the key in force, if an
 * interrupted rotation has left records under another one; or a key that the source creates.
 */
async function targetKey(deps: RotateDeps, { keyId }: RegisteredKey): Promise<VaultKey> {
  const { source, registry } = deps;
  const current = await deps.keys.find(keyId);
  if (current === undefined) {
    throw new VaultKeyError(`${source.place} does not hold the key in force, ${keyId}.`);
  }
  const [newest] = await source.read();
  if (newest !== undefined && newest.id !== keyId) {
    if (!(await registry.ids()).has(newest.id)) return newest;
    // The keys of two sources are joined while an installation moves from one to the other.
    const added = await source.add();
    if (added !== undefined) return added;
    throw new VaultKeyError(
      `The first key of ${source.place}, ${newest.id}, was replaced before. Put a new one first.`,
    );
  }
  if ([...(await keysInUse(deps))].some((id) => id !== keyId)) return current;
  const added = await source.add();
  if (added !== undefined) return added;
  throw new VaultKeyError(
    `The first key of ${source.place} is in force already. Put a new one before it on all ` +
      "machines, restart them, and run this again.",
  );
}

async function putInForce(
  deps: RotateDeps,
  registered: RegisteredKey,
  target: VaultKey,
): Promise<void> {
  await waitForAllProcesses(deps, target);
  const next = await deps.keys.rewrapFingerprintKey(registered, target);
  if (await deps.registry.promote(registered.keyId, next, deps.clock.now())) return;
  throw new VaultKeyError("Another rotation put another key in force. Run this again.");
}

async function waitForAllProcesses(
  { processes, sleep, patienceMs }: RotateDeps,
  target: VaultKey,
): Promise<void> {
  for (let waited = 0; ; waited += CHECK_EVERY_MS) {
    const without = await processes.without(target.id);
    if (without.length === 0) return;
    if (waited >= patienceMs) {
      throw new VaultKeyError(
        `These processes don't have the new key ${target.id} yet: ${without.join(", ")}. Give it ` +
          "to their machines and run this again; nothing has changed.",
      );
    }
    await sleep(CHECK_EVERY_MS);
  }
}

/**
 * Adds the records that this rotation could not read to the failed items, and removes the vault's
 * other failed items.
 */
async function keepUnreadable(
  { failedItems, clock }: RotateDeps,
  unreadable: readonly UnreadableRecord[],
): Promise<void> {
  const isLeft = ({ itemId }: ItemKey): boolean =>
    unreadable.some(({ key }) => key.itemId === itemId);
  const before = (await failedItems.of("vault_record")).map(({ item }) => item);
  await failedItems.remove(before.filter((item) => !isLeft(item)));
  for (const { key, error } of unreadable) {
    await failedItems.add({ key, error, now: clock.now() });
  }
}
