import type { Clock } from "../kernel/clock.ts";
import type { Random } from "../kernel/random.ts";
import type { Secret } from "../kernel/secret.ts";
import { vaultKey, type VaultKey } from "./envelope.ts";
import { addKeyToFile, dropKeysFromFile, makeKeyFile, readKeyFile } from "./key-file.ts";
import { combineParts, readPart } from "./key-parts.ts";
import { readSecretFile } from "./secret-file.ts";
import { VaultKeyError } from "./vault-key-error.ts";

/** The source of the vault keys of this process. */
export type KeySource = {
  /**
   * `given`: the operator configures the keys; `file`: the service keeps them in a file; `kms`: it
   * keeps them in the database, encrypted by a key management service.
   */
  readonly kind: "given" | "file" | "kms";
  /** The name of the source in messages. */
  readonly place: string;
  /** Returns the current keys, the newest first. */
  read(): Promise<readonly VaultKey[]>;
  /** Creates the first key if there is none; does nothing for keys of the operator. */
  make(): Promise<void>;
  /** Adds a new key before the others; returns undefined for keys of the operator. */
  add(): Promise<VaultKey | undefined>;
  /**
   * Removes the keys with these ids, which must be unused; does nothing for keys of the operator.
   */
  drop(ids: ReadonlySet<string>): Promise<void>;
};

/** The keys that the operator configures on all machines, in the order in which they are read. */
export type GivenKeys = {
  readonly partFiles: readonly string[];
  readonly parts: readonly Secret[];
  readonly keys: readonly Secret[];
  /** Read last, so that an operator can move from a file to parts or to a setting. */
  readonly file: string | undefined;
};

export function givenKeys(given: GivenKeys): KeySource {
  const { partFiles, parts, keys, file } = given;
  const places = [
    ...(partFiles.length > 0 ? ["VEZNE_VAULT_KEY_PARTS"] : []),
    ...(parts.length > 0 ? ["VEZNE_VAULT_KEY_PART_1 to 9"] : []),
    ...(keys.length > 0 ? ["VEZNE_VAULT_KEY"] : []),
  ];
  const whole = keys.map((secret) => vaultKey(Buffer.from(secret.reveal(), "base64")));
  return {
    kind: "given",
    place: places.join(" and "),
    read: async () => [
      ...combineParts(await readParts(given)),
      ...whole,
      ...(file === undefined ? [] : await readKeyFile(file)),
    ],
    make: async () => {},
    add: async () => undefined,
    drop: async () => {},
  };
}

async function readParts({ partFiles, parts }: GivenKeys) {
  const fromFiles = partFiles.map(async (path) => {
    const text = await readSecretFile(path);
    if (text !== undefined) return readPart(text, path);
    throw new VaultKeyError(`${path}, of VEZNE_VAULT_KEY_PARTS, is not there.`);
  });
  const place = "One of VEZNE_VAULT_KEY_PART_1 to 9";
  return [
    ...(await Promise.all(fromFiles)),
    ...parts.map((part) => readPart(part.reveal(), place)),
  ];
}

/** Keys in a file of this machine; the first key is created when the first card is stored. */
export function fileKeys(
  path: string,
  { random, clock }: { readonly random: Random; readonly clock: Clock },
): KeySource {
  return {
    kind: "file",
    place: path,
    read: () => readKeyFile(path),
    make: () => makeKeyFile(path, { random, now: clock.now() }),
    add: () => addKeyToFile(path, { random, now: clock.now() }),
    drop: (ids) => dropKeysFromFile(path, ids),
  };
}
