import type { UserId } from "../kernel/ids.ts";
import type { Random } from "../kernel/random.ts";
import type { CodeSecrets } from "../domain/merchant/user-ports.ts";
import type { CodeSecretStore } from "../store/vault/code-secret-store.ts";
import type { Binding, VaultKey } from "./envelope.ts";
import { openText, sealText, type SealedTexts } from "./sealed-texts.ts";
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
      const opened = await openText({ keys }, { binding: bindingOf(userId), text: kept });
      if (opened.kind === "opened") return opened.text;
      const why = opened.kind === "no_key" ? "this machine lacks its vault key" : "it was changed";
      const facts = { key_id: opened.keyId, user_id: userId };
      deps.report(`a second factor can't be decrypted: ${why}`, facts);
      return undefined;
    },

    async keep(userId, secret) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { key } = await keys.current();
        const text = encryptedText(deps, key, { userId, secret });
        if (await store.keep({ userId, text, keyId: key.id })) return text;
        if (await store.isActive(userId)) return undefined;
        keys.forgetCurrent();
      }
      throw new VaultKeyError("the vault key changed in each round");
    },
  };
}

/** The secrets of authenticator apps, for the rotation of the vault key. */
export function sealedCodeSecrets(
  store: Pick<CodeSecretStore, "notUnder" | "replace" | "countByKey">,
): SealedTexts {
  return {
    mayBePlain: false,
    async *notUnder(keyId) {
      for (const secret of await store.notUnder(keyId)) {
        yield {
          binding: bindingOf(secret.userId),
          item: { merchantId: "", itemId: `second_factor/${secret.userId}` },
          text: secret.text,
          replace: (text, under) => store.replace(secret.text, { ...secret, text, keyId: under }),
        };
      }
    },
    countByKey: () => store.countByKey(),
  };
}

function encryptedText(
  { random }: Pick<CodeSecretDeps, "random">,
  key: VaultKey,
  { userId, secret }: { readonly userId: UserId; readonly secret: string },
): string {
  return sealText({ random }, key, { binding: bindingOf(userId), text: secret });
}

function bindingOf(userId: UserId): Binding {
  return ["second factor", userId];
}
