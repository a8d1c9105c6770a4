import { chown, link, mkdir, mkdtemp, open, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { toIso, type Instant } from "../kernel/clock.ts";
import { isRecord, parseRecord } from "../kernel/json.ts";
import type { Random } from "../kernel/random.ts";
import { errorCode } from "../database/embedded/refusal.ts";
import { vaultKey, type VaultKey } from "./envelope.ts";
import { readSecretFile } from "./secret-file.ts";
import { VaultKeyError } from "./vault-key-error.ts";

const FILE = "vault-key.json";
/**
 * The format of secret stores: one key in base64 on each line. The service itself never writes it.
 */
const PLAIN = /^[A-Za-z0-9+/]{43}=(?:\r?\n[A-Za-z0-9+/]{43}=)*\s*$/;
const EOL = /\r?\n/;
type Entry = { readonly id: string; readonly key: string; readonly made_at: string };

/** Returns the path of the file with the vault keys in a data directory. */
export function keyFileOf(dataDir: string): string {
  return join(dataDir, FILE);
}

/**
 * Returns the keys of a file, the newest first; an empty list if there is no file.
 * @throws VaultKeyError for a file that other users may read, or that is damaged
 */
export async function readKeyFile(path: string): Promise<readonly VaultKey[]> {
  const plain = PLAIN.exec((await readSecretFile(path)) ?? "")?.[0];
  const keys =
    plain === undefined ? (await readEntries(path)).map(({ key }) => key) : plain.trim().split(EOL);
  return keys.map((key) => vaultKey(Buffer.from(key, "base64")));
}

/** Creates the file with a first key; does nothing if another process has created it already. */
export async function makeKeyFile(
  path: string,
  source: { readonly random: Random; readonly now: Instant },
): Promise<void> {
  // A hard link makes the complete file appear in one step, and fails if a file exists already.
  await put(path, [newEntry(source)], async (draft) => {
    await link(draft, path).catch(async (error: unknown) => {
      // Without hard links (some file systems), two processes may create different first keys.
      if (errorCode(error) !== "EEXIST") await rename(draft, path);
    });
  });
}

/** Adds a new key before the others; readers see the old file or the new one, never a mixture. */
export async function addKeyToFile(
  path: string,
  source: { readonly random: Random; readonly now: Instant },
): Promise<VaultKey> {
  const entry = newEntry(source);
  const entries = [entry, ...(await readOwnEntries(path))];
  await put(path, entries, (draft) => rename(draft, path));
  return vaultKey(Buffer.from(entry.key, "base64"));
}

/**
 * Removes keys from the file, and the file with its last key; readers see the old file or the new
 * one, never a mixture.
 */
export async function dropKeysFromFile(path: string, ids: ReadonlySet<string>): Promise<void> {
  // The keys of a secret store are the operator's.
  if (PLAIN.test((await readSecretFile(path)) ?? "")) return;
  const before = await readEntries(path);
  const entries = before.filter(({ id }) => !ids.has(id));
  if (entries.length === before.length) return;
  if (entries.length > 0) await put(path, entries, (draft) => rename(draft, path));
  else {
    await rm(path);
    await syncFolder(dirname(path));
  }
}

function newEntry(source: { readonly random: Random; readonly now: Instant }): Entry {
  const secret = source.random.bytes(32);
  const key = Buffer.from(secret).toString("base64");
  return { id: vaultKey(secret).id, key, made_at: toIso(source.now) };
}

/** @throws VaultKeyError for a file that a secret store writes */
async function readOwnEntries(path: string): Promise<readonly Entry[]> {
  if (!PLAIN.test((await readSecretFile(path)) ?? "")) return readEntries(path);
  throw new VaultKeyError(
    `${path} holds plain keys, which are yours to change: write a new one, as ` +
      "`openssl rand -base64 32` prints it, into a line before the others, and run this again.",
  );
}

async function readEntries(path: string): Promise<readonly Entry[]> {
  const text = await readSecretFile(path);
  if (text === undefined) return [];
  const entries = parse(text);
  if (entries === undefined || entries.length === 0) {
    throw new VaultKeyError(`${path} is damaged. Put it back from your backup.`);
  }
  return entries;
}

function parse(text: string): readonly Entry[] | undefined {
  const keys = parseRecord(text)?.["keys"];
  return Array.isArray(keys) && keys.every(isEntry) ? keys : undefined;
}

function isEntry(value: unknown): value is Entry {
  if (!isRecord(value)) return false;
  const { id, key, made_at: madeAt } = value;
  if (typeof id !== "string" || typeof key !== "string" || typeof madeAt !== "string") return false;
  const secret = Buffer.from(key, "base64");
  return secret.length === 32 && vaultKey(secret).id === id;
}

/**
 * Writes a temporary file that only its owner can read; `publish` gives it its final name. The file
 * and the name are flushed to disk before any record is encrypted under a key in it, because the
 * cards of a lost key are lost as well.
 */
async function put(
  path: string,
  keys: readonly Entry[],
  publish: (draft: string) => Promise<void>,
): Promise<void> {
  const home = dirname(path);
  await mkdir(home, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(home, ".vault-key-"));
  try {
    const draft = join(folder, FILE);
    const text = `${JSON.stringify({ keys }, undefined, 2)}\n`;
    await writeFile(draft, text, { mode: 0o600, flush: true });
    await keepOwner(home, draft);
    await publish(draft);
    await syncFolder(home);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Gives a file that root has written to the owner of the data directory, who must read it later.
 */
async function keepOwner(home: string, draft: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(home);
  await chown(draft, uid, gid);
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
