import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from "node:crypto";
import type { Random } from "../kernel/random.ts";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key-encryption key, which wraps the keys of records and never encrypts data. */
export type VaultKey = {
  /** Derived from the key itself, so that a key has the same id on all machines. */
  readonly id: string;
  readonly wrapping: KeyObject;
};

/** A key that is wrapped with a vault key. */
export type WrappedKey = { readonly keyId: string; readonly wrappedKey: Buffer };

/**
 * A stored record: the data encrypted under a data key (`sealed`), and that data key wrapped.
 * The reasons are in docs/decisions/stored-cards.md.
 */
export type Envelope = WrappedKey & { readonly sealed: Buffer };

/**
 * The values to which a record is bound, such as its token and its owner. A record that is copied
 * to another owner can't be decrypted.
 */
export type Binding = readonly (string | undefined)[];

/**
 * The stored record was changed or is bound to other values; the message never quotes its content.
 */
export class EnvelopeError extends Error {
  override readonly name = "EnvelopeError";
}

/** @throws EnvelopeError for a key that is not 32 bytes long */
export function vaultKey(secret: Uint8Array): VaultKey {
  if (secret.length !== KEY_BYTES) throw new EnvelopeError("a vault key must be 32 bytes");
  const derive = (purpose: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync("sha256", secret, "", `vezne vault ${purpose}`, bytes));
  return {
    id: `vk_${derive("key id", 8).toString("hex")}`,
    wrapping: createSecretKey(derive("wrapping", KEY_BYTES)),
  };
}

/** Encrypts data under a new data key, which the vault key wraps. */
export function encryptRecord(
  key: VaultKey,
  random: Random,
  { binding, data }: { readonly binding: Binding; readonly data: Buffer },
): Envelope {
  const dataKey = Buffer.from(random.bytes(KEY_BYTES));
  try {
    const sealed = encryptGcm(createSecretKey(dataKey), random, {
      label: label("data", binding),
      data,
    });
    return { keyId: key.id, wrappedKey: wrapKey(key, random, { binding, dataKey }), sealed };
  } finally {
    dataKey.fill(0);
  }
}

/**
 * Decrypts a record, passes the data to `use` and wipes it afterwards.
 * @throws EnvelopeError if any byte of the record or its binding has changed
 */
export function decryptRecord<Value>(
  key: VaultKey,
  record: { readonly envelope: Envelope; readonly binding: Binding },
  use: (data: Buffer) => Value,
): Value {
  const { envelope, binding } = record;
  const dataKey = unwrapKey(key, envelope, binding);
  try {
    const data = decryptGcm(createSecretKey(dataKey), label("data", binding), envelope.sealed);
    try {
      return use(data);
    } finally {
      data.fill(0);
    }
  } finally {
    dataKey.fill(0);
  }
}

/** Wraps a record's data key with another vault key; the data is not touched. */
export function rewrapKey(
  keys: { readonly from: VaultKey; readonly to: VaultKey },
  random: Random,
  record: { readonly envelope: WrappedKey; readonly binding: Binding },
): WrappedKey {
  const { envelope, binding } = record;
  const dataKey = unwrapKey(keys.from, envelope, binding);
  try {
    return { keyId: keys.to.id, wrappedKey: wrapKey(keys.to, random, { binding, dataKey }) };
  } finally {
    dataKey.fill(0);
  }
}

/** Wraps a key; the result is bound to the vault key's id and to `binding`. */
export function wrapKey(
  key: VaultKey,
  random: Random,
  { binding, dataKey }: { readonly binding: Binding; readonly dataKey: Buffer },
): Buffer {
  const place = label("key", [key.id, ...binding]);
  return encryptGcm(key.wrapping, random, { label: place, data: dataKey });
}

/** @throws EnvelopeError if the wrapped key or its binding has changed */
export function unwrapKey(key: VaultKey, wrapped: WrappedKey, binding: Binding): Buffer {
  if (wrapped.keyId !== key.id) throw new EnvelopeError("the record is under another key");
  return decryptGcm(key.wrapping, label("key", [key.id, ...binding]), wrapped.wrappedKey);
}

/** The associated data of an encryption; JSON keeps two different lists of texts different. */
function label(purpose: "data" | "key", parts: Binding): Buffer {
  return Buffer.from(JSON.stringify(["vezne", 1, purpose, ...parts.map((part) => part ?? null)]));
}

/** Returns nonce, ciphertext and tag, one after the other. */
function encryptGcm(
  key: KeyObject,
  random: Random,
  { label: place, data }: { readonly label: Buffer; readonly data: Buffer },
): Buffer {
  const nonce = Buffer.from(random.bytes(NONCE_BYTES));
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(place);
  return Buffer.concat([nonce, cipher.update(data), cipher.final(), cipher.getAuthTag()]);
}

function decryptGcm(key: KeyObject, place: Buffer, stored: Buffer): Buffer {
  if (stored.length < NONCE_BYTES + TAG_BYTES) throw new EnvelopeError("the record is cut short");
  const end = stored.length - TAG_BYTES;
  const nonce = stored.subarray(0, NONCE_BYTES);
  const cipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(place);
  cipher.setAuthTag(stored.subarray(end));
  const data = cipher.update(stored.subarray(NONCE_BYTES, end));
  try {
    // GCM returns the data before the tag is checked; `final` checks it and throws if it is wrong.
    return Buffer.concat([data, cipher.final()]);
  } catch {
    throw new EnvelopeError("the record was changed, or belongs elsewhere");
  } finally {
    data.fill(0);
  }
}
