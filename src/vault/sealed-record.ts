import type { Credentials } from "../domain/connection/ports.ts";
import { assert } from "../kernel/assert.ts";
import type { Random } from "../kernel/random.ts";
import { Secret } from "../kernel/secret.ts";
import type { SealedCredentials } from "../store/connection/write-connection.ts";
import type { Binding } from "./envelope.ts";
import { openText, sealText } from "./sealed-texts.ts";
import { VaultKeyError } from "./vault-key-error.ts";
import type { VaultKeys } from "./vault-keys.ts";

export type SealDeps = { readonly keys: VaultKeys; readonly random: Random };

/**
 * The most tries to write credentials. A try fails only if another key came into force since the
 * key was read; as many failures as this are a defect.
 */
const ROUNDS = 5;

/** Encrypts credentials and writes them, again for as long as the vault key changes meanwhile. */
export async function writeSealed<Written extends string>(
  deps: SealDeps,
  { binding, credentials }: { readonly binding: Binding; readonly credentials: Credentials },
  write: (sealed: SealedCredentials) => Promise<Written | "stale_key">,
): Promise<Written> {
  const values = Object.entries(credentials).map(([name, value]) => [name, value.reveal()]);
  const text = JSON.stringify(Object.fromEntries(values));
  for (let round = 0; round < ROUNDS; round += 1) {
    const { key } = await deps.keys.current();
    const sealed = sealText(deps, key, { binding, text });
    const written = await write({ text: sealed, keyId: key.id });
    if (written !== "stale_key") return written;
    deps.keys.forgetCurrent();
  }
  throw new VaultKeyError("the vault key changed in each round");
}

export type OpenedCredentials =
  | { readonly kind: "opened"; readonly credentials: Credentials }
  /** This machine lacks the vault key, or the row was changed in the database. */
  | { readonly kind: "closed"; readonly why: string; readonly keyId: string | undefined };

export async function openSealed(
  { keys }: Pick<SealDeps, "keys">,
  sealed: { readonly binding: Binding; readonly text: string },
): Promise<OpenedCredentials> {
  const opened = await openText({ keys }, sealed);
  if (opened.kind === "opened") {
    return { kind: "opened", credentials: credentialsIn(opened.text) };
  }
  const why = opened.kind === "no_key" ? "this machine lacks their vault key" : "they were changed";
  return { kind: "closed", why, keyId: opened.keyId };
}

function credentialsIn(text: string): Credentials {
  const values: unknown = JSON.parse(text);
  assert(typeof values === "object" && values !== null, "credentials are an object of texts");
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, new Secret(String(value))] as const),
  );
}
