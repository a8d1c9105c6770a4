import type { Random } from "../../kernel/random.ts";
import { assert } from "../../kernel/assert.ts";
import { isSealedText, type AttemptVault, type SealedPlace } from "../../payment/attempt-vault.ts";
import { decryptRecord, encryptRecord, type Binding } from "./envelope.ts";
import { readEnvelope, writeEnvelope } from "./envelope-text.ts";
import { VaultKeyError } from "./vault-key-error.ts";
import type { VaultKeys } from "./vault-keys.ts";

type AttemptVaultDeps = { readonly keys: VaultKeys; readonly random: Random };

/** Values of banks that are stored with attempts, each encrypted under the vault key. */
export function createAttemptVault({ keys, random }: AttemptVaultDeps): AttemptVault {
  return {
    async seal(place, text) {
      // The key in force is read anew, so that no value is encrypted under a key that a rotation
      // has just replaced.
      keys.forgetCurrent();
      const { key } = await keys.current();
      const data = Buffer.from(text);
      try {
        const envelope = encryptRecord(key, random, { binding: attemptBinding(place), data });
        const sealed = writeEnvelope(envelope);
        assert(isSealedText(sealed), "an envelope begins with its prefix");
        return sealed;
      } finally {
        data.fill(0);
      }
    },

    async open(place, sealed) {
      const envelope = readEnvelope(sealed);
      const key = envelope && (await keys.find(envelope.keyId));
      if (envelope === undefined || key === undefined) {
        throw new VaultKeyError("this machine lacks the vault key of a bank's value");
      }
      const record = { envelope, binding: attemptBinding(place) };
      return decryptRecord(key, record, (data: Buffer) => data.toString());
    },
  };
}

/** The binding of a value: its attempt and its purpose. */
export function attemptBinding({ merchantId, attemptId, purpose }: SealedPlace): Binding {
  return ["attempt", merchantId, attemptId, purpose];
}
