import type { Random } from "../../kernel/random.ts";
import type { SealedAttemptStore, SealedValue } from "../store/vault/sealed-attempt-store.ts";
import { attemptBinding } from "./attempt-vault.ts";
import type { Unreadable } from "./sealed-texts.ts";
import { EnvelopeError, rewrapKey, type VaultKey } from "./envelope.ts";
import { readEnvelope, writeEnvelope } from "./envelope-text.ts";
import type { VaultKeys } from "./vault-keys.ts";

type RewrapDeps = {
  readonly store: SealedAttemptStore;
  readonly keys: VaultKeys;
  readonly random: Random;
};

const BATCH = 500;

/**
 * Wraps the banks' values of all attempts with `target`; returns the number of rewritten values, and
 * the values that can't be decrypted.
 */
export async function rewrapAttempts(
  deps: RewrapDeps,
  target: VaultKey,
): Promise<{ readonly rewrapped: number; readonly unreadable: readonly Unreadable[] }> {
  let rewrapped = 0;
  const unreadable: Unreadable[] = [];
  let after: SealedValue | undefined;
  for (;;) {
    const found = await deps.store.next({ keyId: target.id, after, limit: BATCH });
    after = found.at(-1);
    if (after === undefined) return { rewrapped, unreadable };
    for (const value of found) {
      const sealed = await rewrappedText(deps, value, target);
      if (sealed === undefined) {
        const itemId = `attempt/${value.attemptId}/${value.purpose}`;
        const key = { kind: "vault_record", merchantId: value.merchantId, itemId } as const;
        unreadable.push({ key, error: new Error("the record can't be decrypted") });
      } else if (await deps.store.replace(value, sealed)) rewrapped += 1;
    }
  }
}

async function rewrappedText(
  { keys, random }: RewrapDeps,
  value: SealedValue,
  target: VaultKey,
): Promise<string | undefined> {
  const envelope = readEnvelope(value.sealed);
  const from = envelope && (await keys.find(envelope.keyId));
  if (envelope === undefined || from === undefined) return undefined;
  const record = { envelope, binding: attemptBinding(value) };
  try {
    return writeEnvelope({ ...envelope, ...rewrapKey({ from, to: target }, random, record) });
  } catch (error) {
    if (error instanceof EnvelopeError) return undefined;
    throw error;
  }
}
