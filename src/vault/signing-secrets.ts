import { MINUTE, type Clock } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";
import type { Random } from "../kernel/random.ts";
import { RecentMap } from "../kernel/recent-map.ts";
import { isSealed, StaleVaultKey } from "../database/connection/key-lock.ts";
import type { KeptSigningSecret, SigningSecretStore } from "../store/vault/signing-secret-store.ts";
import { readEnvelope } from "./envelope-text.ts";
import type { Binding } from "./envelope.ts";
import { openText, sealText, type SealedTexts } from "./sealed-texts.ts";
import { VaultKeyError } from "./vault-key-error.ts";
import type { VaultKeys } from "./vault-keys.ts";

export type SigningSecretDeps = {
  readonly keys: VaultKeys;
  readonly random: Random;
  readonly clock: Clock;
  readonly store: Pick<SigningSecretStore, "isSealing">;
  /** True if the vault key of a new installation is kept as long as its database. */
  readonly beginsSealed: boolean;
  /** Logs a problem that an operator must mend; never with a secret. */
  readonly report: (sentence: string, facts: Readonly<Record<string, unknown>>) => void;
};

/**
 * The most tries to write a secret. A try fails only if another key came into force since the key
 * was read; as many failures as this are a defect.
 */
const ROUNDS = 5;

/** Each delivery and redirect needs a secret, so that many stay decrypted in memory. */
const OPENED_KEPT = 4_096;

/** Encrypts a merchant's secret; a text that is encrypted already is returned as it is. */
export type SealSecret = (merchantId: MerchantId, text: string) => string;

/**
 * The secrets that sign webhooks and redirects, encrypted under the vault key for their merchant:
 * a secret moves between the merchant and its endpoints as it is stored.
 * The reasons are in docs/decisions/webhook-secrets.md.
 */
export class SigningSecrets {
  readonly #deps: SigningSecretDeps;
  readonly #opened = new RecentMap<string, string>(OPENED_KEPT);
  #isSealing = false;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(deps: SigningSecretDeps) {
    this.#deps = deps;
  }

  /**
   * Loads the key in force, if this installation encrypts its secrets.
   * @throws MissingVaultKey if this machine lacks it, so that it can sign nothing
   */
  async load(): Promise<void> {
    if (await this.#sealedLately()) await this.#deps.keys.current();
  }

  /** Asks once a minute at most, because deliveries are claimed all the time. */
  async #sealedLately(): Promise<boolean> {
    const now = this.#deps.clock.now();
    if (this.#isSealing || Math.abs(now - this.#askedAt) < MINUTE) return this.#isSealing;
    this.#askedAt = now;
    return this.#seals(false);
  }

  /** Encryption is never switched off again, so a yes is asked for once. */
  async #seals(mayBegin: boolean): Promise<boolean> {
    const { store } = this.#deps;
    if (!this.#isSealing) this.#isSealing = await store.isSealing(mayBegin);
    return this.#isSealing;
  }

  /**
   * Writes secrets that `work` encrypts, or leaves in clear while the installation does; `work` is
   * called again if another vault key came into force meanwhile.
   * @throws MissingVaultKey if this machine lacks the key in force
   */
  async write<Value>(work: (seal: SealSecret) => Promise<Value>): Promise<Value> {
    const { keys, random, beginsSealed } = this.#deps;
    if (!(await this.#seals(beginsSealed))) return work((_merchantId, text) => text);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { key } = await keys.current();
      try {
        return await work((merchantId, text) =>
          readEnvelope(text) === undefined
            ? sealText({ random }, key, { binding: bindingOf(merchantId), text })
            : text,
        );
      } catch (error) {
        if (!(error instanceof StaleVaultKey)) throw error;
        keys.forgetCurrent();
      }
    }
    throw new VaultKeyError("the vault key changed in each round");
  }

  /** Returns a stored secret in clear; an empty text for one that this machine can't decrypt. */
  async open(merchantId: MerchantId, stored: string): Promise<string> {
    const known = this.#opened.get(stored);
    if (known !== undefined) return known;
    if (!isSealed(stored)) return stored;
    const opened = await openText(this.#deps, { binding: bindingOf(merchantId), text: stored });
    if (opened.kind === "opened") {
      this.#opened.set(stored, opened.text);
      return opened.text;
    }
    const why = opened.kind === "no_key" ? "this machine lacks its vault key" : "it was changed";
    this.#deps.report(`a secret that signs can't be decrypted: ${why}`, {
      merchant_id: merchantId,
      key_id: opened.keyId,
    });
    return "";
  }
}

/** The secrets that sign webhooks and redirects, for the rotation of the vault key. */
export function sealedSigningSecrets(store: SigningSecretStore): SealedTexts {
  return {
    mayBePlain: true,
    async *notUnder(keyId) {
      const mayEncrypt = await store.isSealing(false);
      for (const kept of await store.notUnder(keyId)) {
        if (mayEncrypt || isSealed(kept.text)) yield textOf(store, kept);
      }
    },
    countByKey: () => store.countByKey(),
  };
}

/** Encrypts the secrets in clear, if this installation encrypts its secrets. */
export async function sealPlainSecrets(
  { keys, random }: Pick<SigningSecretDeps, "keys" | "random">,
  store: SigningSecretStore,
): Promise<void> {
  if (!(await store.isSealing(false))) return;
  const plain = await store.listPlain();
  if (plain.length === 0) return;
  const { key } = await keys.current();
  for (const kept of plain) {
    const binding = bindingOf(kept.merchantId);
    const text = sealText({ random }, key, { binding, text: kept.text });
    await store.replace(kept, { text, keyId: key.id });
  }
}

function textOf(store: SigningSecretStore, kept: KeptSigningSecret) {
  const { merchantId, endpointId, text } = kept;
  return {
    binding: bindingOf(merchantId),
    item: { merchantId, itemId: `signing_secret/${endpointId ?? merchantId}` },
    text,
    replace: (sealed: string, keyId: string) => store.replace(kept, { text: sealed, keyId }),
  };
}

function bindingOf(merchantId: MerchantId): Binding {
  return ["signing secret", merchantId];
}
