import { assert } from "../kernel/assert.ts";
import { KeyServiceError, type KeyService, type KeyServiceFault } from "../kernel/key-service.ts";
import type { WrappedVaultKey } from "../store/vault/wrapped-key-store.ts";
import { vaultKey } from "./envelope.ts";
import { KeyServiceFailed, VaultKeyError } from "./vault-key-error.ts";

/** The service that wraps new keys. */
export function firstOf([first]: readonly KeyService[]): KeyService {
  assert(first !== undefined, "a KMS is configured");
  return first;
}

/** @throws KeyServiceFailed */
export async function wrapVaultKey(
  service: KeyService,
  secret: Uint8Array,
  keyId: string,
): Promise<WrappedVaultKey> {
  const wrapped = await service.wrap(secret, keyId).catch((error: unknown) => {
    throw failureOf(error, `The vault key ${keyId} can't be encrypted by ${service.name}`);
  });
  return { keyId, service: service.name, wrapped };
}

/**
 * Decrypts a vault key, passes it to `use` and wipes it afterwards.
 * @throws VaultKeyError
 */
export async function unwrapVaultKey<Value>(
  services: readonly KeyService[],
  row: WrappedVaultKey,
  use: (secret: Uint8Array) => Value | Promise<Value>,
): Promise<Value> {
  const service = serviceOf(services, row);
  const secret = await service.unwrap(row.wrapped, row.keyId).catch((error: unknown) => {
    throw failureOf(error, `The vault key ${row.keyId} can't be decrypted by ${service.name}`);
  });
  try {
    if (secret.length === 32 && vaultKey(secret).id === row.keyId) return await use(secret);
    throw new VaultKeyError(`${service.name} returned another key than ${row.keyId}.`);
  } finally {
    secret.fill(0);
  }
}

/**
 * Lets the services decrypt each key, as the next start needs it, and keeps none of them.
 * @throws VaultKeyError
 */
export async function probeVaultKeys(
  services: readonly KeyService[],
  rows: readonly WrappedVaultKey[],
): Promise<void> {
  for (const row of rows) await unwrapVaultKey(services, row, () => undefined);
}

/**
 * The service with the name that is stored beside the key, or else the first of the same kind: the
 * address of a server and the name of a key may change.
 */
function serviceOf(services: readonly KeyService[], { keyId, service }: WrappedVaultKey) {
  const isSameKind = ({ name }: KeyService): boolean => kindOf(name) === kindOf(service);
  const found = services.find(({ name }) => name === service) ?? services.find(isSameKind);
  if (found !== undefined) return found;
  throw new VaultKeyError(
    `The vault key ${keyId} is encrypted by ${service}, which VEZNE_KMS_KEY does not name. Add it ` +
      "there, after the others.",
  );
}

function kindOf(name: string): string {
  return name.slice(0, name.indexOf(":"));
}

const ADVICE: Readonly<Record<KeyServiceFault, string>> = {
  away: "The KMS has to answer while Vezne starts and while its key is replaced.",
  untrusted: "",
  denied: "Check the credentials, and that they may encrypt and decrypt with this key.",
  unusable: "Enable the key in the KMS, or correct VEZNE_KMS_KEY.",
  mismatch: "Name the key that encrypted it in VEZNE_KMS_KEY. See docs/operations/kms.md.",
};

function failureOf(error: unknown, sentence: string): unknown {
  if (!(error instanceof KeyServiceError)) return error;
  const { fault, message } = error;
  const said = message.endsWith(".") ? message : `${message}.`;
  return new KeyServiceFailed(`${sentence}: ${said} ${ADVICE[fault]}`.trim(), fault === "away");
}
