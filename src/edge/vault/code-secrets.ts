import type { ItemKey } from "../../job/failed-item.ts";
import type { UserId } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import type { CodeSecrets } from "../../merchant/user-ports.ts";
import type { CodeSecretStore, KeptSecret } from "../store/vault/code-secret-store.ts";
import {
  EnvelopeError,
  decryptRecord,
  rewrapKey,
  encryptRecord,
  type Binding,
  type VaultKey,
} from "./envelope.ts";
import { readEnvelope, writeEnvelope } from "./envelope-text.ts";
import { VaultKeyError } from "./vault-key-error.ts";
import type { VaultKeys } from "./vault-keys.ts";

export type CodeSecretDeps = {
  readonly store: CodeSecretStore;
  readonly keys: VaultKeys;
  readonly random: Random;
  /** Logs a problem that an operator must mend. */
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

/**
 * The most tries to store a secret. A try fails only if another key came into force since the key
 * was read; as many failures as this are a defect.
 */
const ROUNDS = 5;

/** Secrets of authenticator apps, each encrypted for its user under the vault key. */
export function createCodeSecrets(deps: CodeSecretDeps): CodeSecrets {
  const { store, keys } = deps;
  return {
    async read(userId) {
      const kept = await store.find(userId);
      if (kept === undefined) return undefined;
      const envelope = readEnvelope(kept);
      if (envelope === undefined) return kept;
      const key = await keys.find(envelope.keyId);
      const record = { envelope, binding: bindingOf(userId) };
      const secret =
        key && unlessChanged(() => decryptRecord(key, record, (data: Buffer) => data.toString()));
      if (secret === undefined) {
        const why = key === undefined ? "this machine lacks its vault key" : "it was changed";
        const facts = { key_id: envelope.keyId, user_id: userId };
        deps.report(`a second factor can't be decrypted: ${why}`, facts);
      }
      return secret;
    },

    async begin(userId, secret) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { key } = await keys.current();
        await store.keepFirst({
          userId,
          text: encryptedText(deps, key, { userId, secret }),
          keyId: key.id,
        });
        if ((await store.find(userId)) !== undefined) return;
        keys.forgetCurrent();
      }
      throw new VaultKeyError("the vault key changed in each round");
    },

    async encryptPlain() {
      const clear = await store.listPlain();
      if (clear.length === 0) return;
      const { key } = await keys.current();
      for (const { userId, text: secret } of clear) {
        const sealed = encryptedText(deps, key, { userId, secret });
        await store.replace(secret, { userId, text: sealed, keyId: key.id });
      }
    },
  };
}

/** An encrypted record that can't be decrypted, and the error. */
export type Unreadable = { readonly key: ItemKey; readonly error: unknown };

/**
 * Encrypts all secrets that are under other keys under `target`; returns the number of rewritten
 * secrets, and the secrets that can't be decrypted.
 */
export async function rewrapCodeSecrets(
  { store, keys, random }: Pick<CodeSecretDeps, "store" | "keys" | "random">,
  target: VaultKey,
): Promise<{ readonly rewrapped: number; readonly unreadable: readonly Unreadable[] }> {
  let rewrapped = 0;
  const unreadable: Unreadable[] = [];
  for (const kept of await store.notUnder(target.id)) {
    const text = await rewrappedText({ keys, random }, kept, target);
    const itemId = `second_factor/${kept.userId}`;
    const key = { kind: "vault_record", merchantId: "", itemId } as const;
    if (text === undefined)
      unreadable.push({ key, error: new Error("the record can't be decrypted") });
    else if (await store.replace(kept.text, { ...kept, text, keyId: target.id })) rewrapped += 1;
  }
  return { rewrapped, unreadable };
}

async function rewrappedText(
  { keys, random }: Pick<CodeSecretDeps, "keys" | "random">,
  { userId, text }: KeptSecret,
  target: VaultKey,
): Promise<string | undefined> {
  const envelope = readEnvelope(text);
  if (envelope === undefined) return encryptedText({ random }, target, { userId, secret: text });
  const from = await keys.find(envelope.keyId);
  if (from === undefined) return undefined;
  const record = { envelope, binding: bindingOf(userId) };
  return unlessChanged(() =>
    writeEnvelope({ ...envelope, ...rewrapKey({ from, to: target }, random, record) }),
  );
}

/** Returns undefined for a record that was changed in the database, or moved from another user. */
function unlessChanged<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof EnvelopeError) return undefined;
    throw error;
  }
}

function encryptedText(
  { random }: Pick<CodeSecretDeps, "random">,
  key: VaultKey,
  { userId, secret }: { readonly userId: UserId; readonly secret: string },
): string {
  const data = Buffer.from(secret);
  try {
    return writeEnvelope(encryptRecord(key, random, { binding: bindingOf(userId), data }));
  } finally {
    data.fill(0);
  }
}

function bindingOf(userId: UserId): Binding {
  return ["second factor", userId];
}
