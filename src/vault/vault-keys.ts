import { createSecretKey, type KeyObject } from "node:crypto";
import type { Clock } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";
import type { RegisteredKey, VaultKeyStore } from "../store/vault/vault-key-store.ts";
import { unwrapKey, wrapKey, type VaultKey } from "./envelope.ts";
import type { KeySource } from "./key-source.ts";
import { MissingVaultKey, VaultKeyError } from "./vault-key-error.ts";

/** The keys for new records. */
export type CurrentKey = {
  readonly key: VaultKey;
  /** Equal under every vault key, so that a card is recognised after a rotation. */
  readonly fingerprintKey: KeyObject;
};

export type VaultKeysDeps = {
  readonly source: KeySource;
  readonly registry: VaultKeyStore;
  readonly random: Random;
  readonly clock: Clock;
};

const FINGERPRINT_BYTES = 32;
const FINGERPRINT_BINDING = ["fingerprint key"];

/**
 * The vault keys of this process. The database alone decides which key is in force. If each machine
 * used its own first key, two machines could not read each other's cards.
 */
export class VaultKeys {
  readonly #deps: VaultKeysDeps;
  #known: ReadonlyMap<string, VaultKey> = new Map();
  #current: Promise<CurrentKey> | undefined;

  constructor(deps: VaultKeysDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the key in force; if the installation has none yet, creates it.
   * @throws MissingVaultKey if this machine lacks the key in force
   */
  async current(): Promise<CurrentKey> {
    const loading = (this.#current ??= this.#load());
    try {
      return await loading;
    } catch (error) {
      if (this.#current === loading) this.#current = undefined;
      throw error;
    }
  }

  /**
   * Returns the key in force as the database names it now, for a record whose statement does not
   * lock it; if the installation has none yet, creates it.
   * @throws MissingVaultKey if this machine lacks the key in force
   */
  async inForce(): Promise<VaultKey> {
    return this.#keyOf(await this.#registered());
  }

  /** Clears the cached key, because another key may be in force; the next call reads it. */
  forgetCurrent(): void {
    this.#current = undefined;
  }

  /** Returns a key by its id; an unknown key is read from the source, which may have changed. */
  async find(id: string): Promise<VaultKey | undefined> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    await this.ids();
    return this.#known.get(id);
  }

  /** Returns the ids of the keys in the source at this moment. */
  async ids(): Promise<readonly string[]> {
    const keys = await this.#deps.source.read();
    this.#known = new Map(keys.map((key) => [key.id, key]));
    return keys.map(({ id }) => id);
  }

  /**
   * @throws MissingVaultKey if records are stored under a key that this machine lacks
   * @throws VaultKeyError if the keys can't be read, or can be read by other users
   */
  async check(): Promise<void> {
    await this.#deps.source.read();
    const registered = await this.#deps.registry.current();
    if (registered !== undefined) await this.#keyOf(registered);
  }

  /** Wraps the fingerprint key of a registered vault key with another vault key. */
  async rewrapFingerprintKey(registered: RegisteredKey, to: VaultKey): Promise<RegisteredKey> {
    const fingerprintKey = unwrapFingerprintKey(await this.#keyOf(registered), registered);
    try {
      return { keyId: to.id, wrappedFingerprintKey: this.#wrapFingerprintKey(to, fingerprintKey) };
    } finally {
      fingerprintKey.fill(0);
    }
  }

  async #load(): Promise<CurrentKey> {
    const registered = await this.#registered();
    const key = await this.#keyOf(registered);
    const fingerprintKey = unwrapFingerprintKey(key, registered);
    try {
      return { key, fingerprintKey: createSecretKey(fingerprintKey) };
    } finally {
      fingerprintKey.fill(0);
    }
  }

  async #registered(): Promise<RegisteredKey> {
    return (await this.#deps.registry.current()) ?? this.#begin();
  }

  /** Puts the first key in force; if another process is faster, its key is returned. */
  async #begin(): Promise<RegisteredKey> {
    const { source, registry, random, clock } = this.#deps;
    if ((await source.read()).length === 0) await source.make();
    const [first] = await source.read();
    if (first === undefined) throw new VaultKeyError(`${source.place} holds no key.`);
    const fingerprintKey = Buffer.from(random.bytes(FINGERPRINT_BYTES));
    const wrappedFingerprintKey = this.#wrapFingerprintKey(first, fingerprintKey);
    fingerprintKey.fill(0);
    await registry.register({ keyId: first.id, wrappedFingerprintKey }, clock.now());
    const registered = await registry.current();
    if (registered === undefined) throw new VaultKeyError("no vault key could be registered.");
    return registered;
  }

  async #keyOf({ keyId }: RegisteredKey): Promise<VaultKey> {
    const key = await this.find(keyId);
    if (key !== undefined) return key;
    throw new MissingVaultKey(missingKey(keyId, this.#deps.source));
  }

  #wrapFingerprintKey(key: VaultKey, fingerprintKey: Buffer): Buffer {
    return wrapKey(key, this.#deps.random, {
      binding: FINGERPRINT_BINDING,
      dataKey: fingerprintKey,
    });
  }
}

function unwrapFingerprintKey(key: VaultKey, registered: RegisteredKey): Buffer {
  const { keyId, wrappedFingerprintKey } = registered;
  return unwrapKey(key, { keyId, wrappedKey: wrappedFingerprintKey }, FINGERPRINT_BINDING);
}

function missingKey(keyId: string, { kind, place }: KeySource): string {
  const stored = `The cards and secrets of this database are encrypted under the vault key ${keyId}`;
  return `${stored}, which ${place} does not hold. ${WAYS[kind]}`;
}

const WAYS: Readonly<Record<KeySource["kind"], string>> = {
  given: "Add that key to it, after the others.",
  file:
    "Copy the file from the machine that made the key, or set VEZNE_VAULT_KEY to one key on all " +
    "machines.",
  kms: "Name the place of that key as well, and run vezne vault rotate.",
};
