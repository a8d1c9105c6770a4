import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from "node:crypto";
import type { Random } from "../../kernel/random.ts";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key-encryption key: wraps the keys of records, never data. */
export type VaultKey = {
  /** Made from the key itself, so that one key has one id wherever it is configured. */
  readonly id: string;
  readonly wrapping: KeyObject;
};

/** A key under a vault key. */
export type WrappedKey = { readonly keyId: string; readonly wrappedKey: Buffer };

/**
 * A record as it is stored: data under a key of its own, which is wrapped.
 * The reasons are in docs/decisions/stored-cards.md.
 */
export type Envelope = WrappedKey & { readonly sealed: Buffer };

/** What a record belongs to; one that is moved to another place can't be opened there. */
export type Binding = readonly (string | undefined)[];

/** What is stored was changed, or belongs elsewhere; says nothing of its content. */
export class EnvelopeError extends Error {
  override readonly name = "EnvelopeError";
}

/** @throws EnvelopeError for a key that is not 32 bytes. */
export function vaultKey(secret: Uint8Array): VaultKey {
  if (secret.length !== KEY_BYTES) throw new EnvelopeError("a vault key must be 32 bytes");
  const derive = (purpose: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync("sha256", secret, "", `vezne vault ${purpose}`, bytes));
  return {
    id: `vk_${derive("key id", 8).toString("hex")}`,
    wrapping: createSecretKey(derive("wrapping", KEY_BYTES)),
  };
}

/** Seals data under a new key of its own, which the vault key wraps. */
export function seal(
  key: VaultKey,
  random: Random,
  { binding, data }: { readonly binding: Binding; readonly data: Buffer },
): Envelope {
  const own = Buffer.from(random.bytes(KEY_BYTES));
  try {
    const sealed = encrypt(createSecretKey(own), random, { label: label("data", binding), data });
    return { keyId: key.id, wrappedKey: wrapKey(key, random, { binding, own }), sealed };
  } finally {
    own.fill(0);
  }
}

/**
 * Gives the data to `use` and wipes it afterwards.
 * @throws EnvelopeError if any byte of the record, or what it is bound to, is not as it was sealed.
 */
export function open<Value>(
  key: VaultKey,
  record: { readonly envelope: Envelope; readonly binding: Binding },
  use: (data: Buffer) => Value,
): Value {
  const { envelope, binding } = record;
  const own = unwrapKey(key, envelope, binding);
  try {
    const data = decrypt(createSecretKey(own), label("data", binding), envelope.sealed);
    try {
      return use(data);
    } finally {
      data.fill(0);
    }
  } finally {
    own.fill(0);
  }
}

/** Puts a record's own key under another vault key; the data is not touched. */
export function rewrapKey(
  keys: { readonly from: VaultKey; readonly to: VaultKey },
  random: Random,
  record: { readonly envelope: WrappedKey; readonly binding: Binding },
): WrappedKey {
  const { envelope, binding } = record;
  const own = unwrapKey(keys.from, envelope, binding);
  try {
    return { keyId: keys.to.id, wrappedKey: wrapKey(keys.to, random, { binding, own }) };
  } finally {
    own.fill(0);
  }
}

/** Encrypts another key; bound to the vault key's id besides what it belongs to. */
export function wrapKey(
  key: VaultKey,
  random: Random,
  { binding, own }: { readonly binding: Binding; readonly own: Buffer },
): Buffer {
  const place = label("key", [key.id, ...binding]);
  return encrypt(key.wrapping, random, { label: place, data: own });
}

/** @throws EnvelopeError as `open` does. */
export function unwrapKey(key: VaultKey, wrapped: WrappedKey, binding: Binding): Buffer {
  if (wrapped.keyId !== key.id) throw new EnvelopeError("the record is under another key");
  return decrypt(key.wrapping, label("key", [key.id, ...binding]), wrapped.wrappedKey);
}

/** JSON tells one list of texts from every other, whatever the texts contain. */
function label(purpose: "data" | "key", parts: Binding): Buffer {
  return Buffer.from(JSON.stringify(["vezne", 1, purpose, ...parts.map((part) => part ?? null)]));
}

/** Nonce, ciphertext and tag, one after the other. */
function encrypt(
  key: KeyObject,
  random: Random,
  { label: place, data }: { readonly label: Buffer; readonly data: Buffer },
): Buffer {
  const nonce = Buffer.from(random.bytes(NONCE_BYTES));
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(place);
  return Buffer.concat([nonce, cipher.update(data), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: KeyObject, place: Buffer, stored: Buffer): Buffer {
  if (stored.length < NONCE_BYTES + TAG_BYTES) throw new EnvelopeError("the record is cut short");
  const end = stored.length - TAG_BYTES;
  const nonce = stored.subarray(0, NONCE_BYTES);
  const cipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(place);
  cipher.setAuthTag(stored.subarray(end));
  const data = cipher.update(stored.subarray(NONCE_BYTES, end));
  try {
    // GCM gives all of the data before the tag is checked; only then is any of it believed.
    return Buffer.concat([data, cipher.final()]);
  } catch {
    throw new EnvelopeError("the record was changed, or belongs elsewhere");
  } finally {
    data.fill(0);
  }
}
