import { relative, resolve, sep } from "node:path";
import { ConfigError } from "./config-error.ts";
import { readKms, type KmsSettings } from "./kms-settings.ts";
import { Secret } from "../kernel/secret.ts";

/** The source of the keys of stored cards, and how long a key may be used. */
export type VaultSettings = {
  /** 32 bytes each as base64, the newest first. */
  readonly keys: readonly Secret[];
  /** Parts of keys, each held by another custodian: the files with parts, and parts as texts. */
  readonly partFiles: readonly string[];
  readonly parts: readonly Secret[];
  /**
   * The file of the keys. If it is unset and neither keys nor parts are configured, the file is in
   * the data directory.
   */
  readonly file: string | undefined;
  /** Read before all other places. */
  readonly kms: KmsSettings;
  /** Days for which a key may be used; also for API keys and webhook secrets. */
  readonly periodDays: number;
};

/** Reads a variable; an empty one counts as unset. */
type ReadVariable = (name: string) => string | undefined;

const PARTS_MOST = 9;

/** @throws ConfigError whose message repeats no part of a value that is or resembles a key */
export function readVaultSettings(read: ReadVariable, dataDir: string): VaultSettings {
  const numbers = Array.from({ length: PARTS_MOST }, (_, at) => at + 1);
  const parts = numbers.flatMap((number) => read(`VEZNE_VAULT_KEY_PART_${number}`) ?? []);
  return {
    keys: keysOf(read),
    partFiles: listOf(read("VEZNE_VAULT_KEY_PARTS")).map((path) => resolve(path)),
    parts: parts.map((part) => new Secret(part)),
    file: fileOf(read, dataDir),
    kms: readKms(read),
    periodDays: periodOf(read),
  };
}

function listOf(text = ""): readonly string[] {
  return text.split(",").flatMap((item) => (item.trim() === "" ? [] : [item.trim()]));
}

const BASE64_OF_32_BYTES = /^[A-Za-z0-9+/]{43}=$/;

function keysOf(read: ReadVariable): readonly Secret[] {
  const keys = listOf(read("VEZNE_VAULT_KEY"));
  if (keys.every((key) => BASE64_OF_32_BYTES.test(key))) return keys.map((key) => new Secret(key));
  throw new ConfigError(
    "VEZNE_VAULT_KEY must be 32 bytes in base64, as `openssl rand -base64 32` prints them; " +
      "during a rotation several, separated by commas",
  );
}

function fileOf(read: ReadVariable, dataDir: string): string | undefined {
  const text = read("VEZNE_VAULT_KEY_FILE");
  if (text === undefined) return undefined;
  const path = resolve(text);
  if (!isWithin(dataDir, path)) return path;
  throw new ConfigError(
    `VEZNE_VAULT_KEY_FILE must lie outside ${dataDir}: a copy of that folder must not hold both ` +
      "the cards and their key",
  );
}

export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || resolve(way) === way);
}

const PERIOD = { fallback: 365, min: 1, max: 3_650 };

function periodOf(read: ReadVariable): number {
  const text = read("VEZNE_KEY_PERIOD_DAYS") ?? String(PERIOD.fallback);
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days >= PERIOD.min && days <= PERIOD.max) return days;
  throw new ConfigError(
    `VEZNE_KEY_PERIOD_DAYS must be a whole number from ${PERIOD.min} to ${PERIOD.max}`,
  );
}

/** True if the keys do not lie in the data directory. */
export function isVaultKeyApart({ kms, keys, parts, partFiles, file }: VaultSettings): boolean {
  const given = [kms.keys, keys, parts, partFiles];
  return given.some((list) => list.length > 0) || file !== undefined;
}
