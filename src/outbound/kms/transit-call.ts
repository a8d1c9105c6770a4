import type { KmsSettings, TransitKey } from "../../config/kms-settings.ts";
import type { Clock } from "../../kernel/clock.ts";
import { parseRecord } from "../../kernel/json.ts";
import type { KeyServiceError } from "../../kernel/key-service.ts";
import { isPassing, refusalOf } from "./answers.ts";
import type { Answer, HttpsCall } from "./https-call.ts";

export type TransitDeps = {
  readonly settings: Pick<KmsSettings, "secret" | "podTokenFile">;
  readonly call: HttpsCall;
  readonly clock: Clock;
};

/** The headers of each call; the namespace is a feature of Vault Enterprise and of OpenBao. */
export function transitHeaders({ namespace }: TransitKey): Readonly<Record<string, string>> {
  return {
    "content-type": "application/json",
    "x-vault-request": "true",
    ...(namespace === undefined ? {} : { "x-vault-namespace": namespace }),
  };
}

/**
 * The refusal of an answer. Vault answers 400 for a wrong ciphertext, a missing key and a key that
 * does not decrypt; only the text distinguishes them.
 */
export function transitRefusal(answer: Answer): KeyServiceError {
  const words = wordsOf(answer);
  if (isPassing(answer)) return refusalOf("away", answer, words);
  if (answer.status === 401 || answer.status === 403) return refusalOf("denied", answer, words);
  // A standby that can't reach the active server redirects to it.
  if (answer.status >= 300 && answer.status < 400) return refusalOf("away", answer, "a redirect");
  const isMismatch = /authentication failed|invalid ciphertext|unable to decrypt/i.test(words);
  return refusalOf(isMismatch ? "mismatch" : "unusable", answer, words);
}

function wordsOf({ text }: Answer): string {
  const errors = parseRecord(text)?.["errors"];
  return Array.isArray(errors) ? errors.filter((one) => typeof one === "string").join("; ") : "";
}
