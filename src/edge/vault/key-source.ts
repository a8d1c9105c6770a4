import type { Clock } from "../../kernel/clock.ts";
import type { Random } from "../../kernel/random.ts";
import type { Secret } from "../../kernel/secret.ts";
import { vaultKey, type VaultKey } from "./envelope.ts";
import { addKeyToFile, dropKeysFromFile, makeKeyFile, readKeyFile } from "./key-file.ts";

/** Where the vault keys of this process come from. */
export type KeySource = {
  readonly kind: "environment" | "file";
  /** Named in messages. */
  readonly place: string;
  /** All keys as they are at this moment, the one to work with first. */
  read(): Promise<readonly VaultKey[]>;
  /** Makes the first key where there is none and this source can. */
  make(): Promise<void>;
  /** Puts a new key before the others; nothing where keys are the operator's to add. */
  add(): Promise<VaultKey | undefined>;
  /** Takes keys out that nothing is under any more, where this source can. */
  drop(ids: ReadonlySet<string>): Promise<void>;
};

/** Keys that the operator gives to all machines alike. */
export function environmentKeys(secrets: readonly Secret[]): KeySource {
  const keys = secrets.map((secret) => vaultKey(Buffer.from(secret.reveal(), "base64")));
  return {
    kind: "environment",
    place: "VEZNE_VAULT_KEY",
    read: async () => keys,
    make: async () => {},
    add: async () => undefined,
    drop: async () => {},
  };
}

/** Keys in the data directory; the first is made when the first card is to be kept. */
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
