import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Random } from "../../kernel/random.ts";
import { makeDraft } from "./draft.ts";
import { giveToOwnerOfFolder } from "./ownership.ts";
import { EmbeddedPostgresError, errorCode } from "./refusal.ts";
import { isRecord, parseJson } from "../../kernel/json.ts";

/** A role of the embedded cluster and its password. */
export type Login = { readonly user: string; readonly password: string };

/** `owner` is the cluster's superuser; `service` owns the service's database and nothing else. */
export type Credentials = { readonly owner: Login; readonly service: Login };

const FILE = "postgres-credentials.json";

/**
 * Reads the cluster's passwords from `<home>/postgres-credentials.json` (mode 0600), or creates
 * them for a new cluster. Several processes that start at once get the same passwords.
 */
export async function loadCredentials(
  home: string,
  random: Random,
  clusterExists: boolean,
): Promise<Credentials> {
  const path = join(home, FILE);
  const kept = await readCredentials(path);
  if (kept) return kept;
  if (clusterExists) {
    throw new EmbeddedPostgresError(
      `${path} holds the passwords of the database in ${home} and is missing. Put it back from ` +
        "your backup; it belongs with the database files.",
    );
  }
  await writeOnce(path, {
    owner: { user: "postgres", password: password(random) },
    service: { user: "vezne", password: password(random) },
  });
  const written = await readCredentials(path);
  if (!written) throw new EmbeddedPostgresError(`${path} was removed while Vezne was starting.`);
  return written;
}

function password(random: Random): string {
  return Buffer.from(random.bytes(24)).toString("base64url");
}

async function readCredentials(path: string): Promise<Credentials | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return undefined;
    throw new EmbeddedPostgresError(`${path} can't be read (${code}).`, { cause: error });
  }
  const parsed = parseJson(text);
  if (isRecord(parsed) && isLogin(parsed["owner"]) && isLogin(parsed["service"])) {
    return { owner: parsed["owner"], service: parsed["service"] };
  }
  throw new EmbeddedPostgresError(`${path} is damaged. Put it back from your backup.`);
}

function isLogin(value: unknown): value is Login {
  return (
    isRecord(value) && typeof value["user"] === "string" && typeof value["password"] === "string"
  );
}

/**
 * Writes the file under a temporary name and hard-links it to its final name. The link appears in
 * one step with the whole content, and it fails if another process has created the file before.
 */
async function writeOnce(path: string, credentials: Credentials): Promise<void> {
  const folder = await makeDraft(dirname(path));
  const draft = join(folder, FILE);
  try {
    await writeFile(draft, `${JSON.stringify(credentials, undefined, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await link(draft, path).catch(async (error: unknown) => {
      // Without hard links (some file systems), two simultaneous first starts may get different
      // files.
      if (errorCode(error) !== "EEXIST") await rename(draft, path);
    });
    await giveToOwnerOfFolder(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
