import { readFile } from "node:fs/promises";
import type { SecretPlace } from "../../config/kms-settings.ts";
import { KeyServiceError } from "../../kernel/key-service.ts";

/**
 * Returns the text of a file with a token or key, which an agent or the platform may have replaced
 * since the last call.
 * @throws KeyServiceError
 */
export async function readSecretText(file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    throw new KeyServiceError("denied", `${file} with the credentials can't be read (${code})`);
  });
  if (text.trim() !== "") return text.trim();
  throw new KeyServiceError("denied", `${file} with the credentials is empty`);
}

/** @throws KeyServiceError */
export async function secretText(place: SecretPlace | undefined): Promise<string> {
  if (place === undefined) throw new KeyServiceError("denied", "VEZNE_KMS_SECRET is not set");
  return "value" in place ? place.value.reveal() : readSecretText(place.file);
}
