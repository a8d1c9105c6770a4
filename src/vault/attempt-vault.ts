import { later, MINUTE, SECOND, type Clock } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";
import { assert } from "../kernel/assert.ts";
import {
  isSealedText,
  SealedTooLongAgo,
  type AttemptVault,
  type NewSealedText,
  type SealedPlace,
} from "../domain/payment/attempt-vault.ts";
import type { Binding } from "./envelope.ts";
import { openText, sealText } from "./sealed-texts.ts";
import { VaultKeyError } from "./vault-key-error.ts";
import type { VaultKeys } from "./vault-keys.ts";

type AttemptVaultDeps = {
  readonly keys: VaultKeys;
  readonly random: Random;
  readonly clock: Clock;
};

/**
 * The longest time, in ms, from reading the key in force to sending the statement that stores a
 * value under it. Payments store these values, so their statements take no lock on the key. A
 * process that stood still meanwhile, as on a suspended machine, must not store a value under a key
 * that was replaced and forgotten.
 */
const SENT_WITHIN_MS = 30 * SECOND;

/**
 * The longest time, in ms, from reading the key in force to the commit of a value under it. A
 * statement waits for its connection and runs for less than a minute (database.ts has the limits).
 */
export const STORED_WITHIN_MS = SENT_WITHIN_MS + MINUTE;

/** Values of banks that are stored with attempts, each encrypted under the vault key. */
export function createAttemptVault({ keys, random, clock }: AttemptVaultDeps): AttemptVault {
  return {
    async seal(place, text) {
      const end = later(clock.now(), SENT_WITHIN_MS);
      const sealed = sealText({ random }, await keys.inForce(), {
        binding: bindingOfValue(place),
        text,
      });
      assert(isSealedText(sealed), "an envelope begins with its prefix");
      const take: NewSealedText["take"] = () => {
        if (clock.now() >= end) throw new SealedTooLongAgo();
        return sealed;
      };
      return { take };
    },

    async open(place, sealed) {
      const opened = await openText({ keys }, { binding: bindingOfValue(place), text: sealed });
      if (opened.kind === "opened") return opened.text;
      throw new VaultKeyError(
        opened.kind === "no_key"
          ? "this machine lacks the vault key of a bank's value"
          : "a bank's value was changed in the database",
      );
    },
  };
}

/** The binding of a value: its attempt and its purpose. */
export function bindingOfValue({ merchantId, attemptId, purpose }: SealedPlace): Binding {
  return ["attempt", merchantId, attemptId, purpose];
}
