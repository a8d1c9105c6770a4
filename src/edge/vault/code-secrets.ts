import type { ItemKey } from "../../job/failed-item.ts";
import type { UserId } from "../../kernel/ids.ts";
import type { Random } from "../../kernel/random.ts";
import type { CodeSecrets } from "../../merchant/user-ports.ts";
import type { CodeSecretStore, KeptSecret } from "../store/vault/code-secret-store.ts";
import { EnvelopeError, open, rewrapKey, seal, type Binding, type VaultKey } from "./envelope.ts";
import { readSealed, writeSealed } from "./sealed-text.ts";
import { VaultKeyError } from "./vault-key-error.ts";
import type { VaultKeys } from "./vault-keys.ts";

export type CodeSecretDeps = {
  readonly store: CodeSecretStore;
  readonly keys: VaultKeys;
  readonly random: Random;
  /** Told what an operator has to mend. */
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

/** Each round learns something: another key. More rounds than that are a fault. */
const ROUNDS = 5;

/** Secrets of authenticator apps, each sealed for its user under the vault key. */
export function createCodeSecrets(deps: CodeSecretDeps): CodeSecrets {
  const { store, keys } = deps;
  return {
    async read(userId) {
      const kept = await store.find(userId);
      if (kept === undefined) return undefined;
      const envelope = readSealed(kept);
      if (envelope === undefined) return kept;
      const key = await keys.find(envelope.keyId);
      const record = { envelope, binding: bindingOf(userId) };
      const secret =
        key && unlessChanged(() => open(key, record, (data: Buffer) => data.toString()));
      if (secret === undefined) {
        const why = key === undefined ? "this machine lacks its vault key" : "it was changed";
        const facts = { key_id: envelope.keyId, user_id: userId };
        deps.report(`a second factor can't be opened: ${why}`, facts);
      }
      return secret;
    },

    async begin(userId, secret) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { key } = await keys.current();
        await store.keepFirst({
          userId,
          text: sealedText(deps, key, { userId, secret }),
          keyId: key.id,
        });
        if ((await store.find(userId)) !== undefined) return;
        keys.forgetCurrent();
      }
      throw new VaultKeyError("the vault key changed again and again");
    },

    async sealClear() {
      const clear = await store.listClear();
      if (clear.length === 0) return;
      const { key } = await keys.current();
      for (const { userId, text: secret } of clear) {
        const sealed = sealedText(deps, key, { userId, secret });
        await store.replace(secret, { userId, text: sealed, keyId: key.id });
      }
    },
  };
}

/** A sealed record that can't be opened, and why. */
export type Unreadable = { readonly key: ItemKey; readonly error: unknown };

/** Puts the secrets under another key; gives how many, and those that can't be opened. */
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
    if (text === undefined) unreadable.push({ key, error: new Error("it can't be opened") });
    else if (await store.replace(kept.text, { ...kept, text, keyId: target.id })) rewrapped += 1;
  }
  return { rewrapped, unreadable };
}

async function rewrappedText(
  { keys, random }: Pick<CodeSecretDeps, "keys" | "random">,
  { userId, text }: KeptSecret,
  target: VaultKey,
): Promise<string | undefined> {
  const envelope = readSealed(text);
  if (envelope === undefined) return sealedText({ random }, target, { userId, secret: text });
  const from = await keys.find(envelope.keyId);
  if (from === undefined) return undefined;
  const record = { envelope, binding: bindingOf(userId) };
  return unlessChanged(() =>
    writeSealed({ ...envelope, ...rewrapKey({ from, to: target }, random, record) }),
  );
}

/** `undefined` for what was changed in the database, or moved from another user. */
function unlessChanged<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof EnvelopeError) return undefined;
    throw error;
  }
}

function sealedText(
  { random }: Pick<CodeSecretDeps, "random">,
  key: VaultKey,
  { userId, secret }: { readonly userId: UserId; readonly secret: string },
): string {
  const data = Buffer.from(secret);
  try {
    return writeSealed(seal(key, random, { binding: bindingOf(userId), data }));
  } finally {
    data.fill(0);
  }
}

function bindingOf(userId: UserId): Binding {
  return ["second factor", userId];
}
