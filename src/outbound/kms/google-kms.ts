import type { GoogleKey } from "../../config/kms-settings.ts";
import { KeyServiceError, type KeyService } from "../../kernel/key-service.ts";
import { isRecord, parseRecord, type JsonRecord } from "../../kernel/json.ts";
import { isPassing, refusalOf, successOf, textOf } from "./answers.ts";
import { crc32c } from "./crc32c.ts";
import type { Answer, HttpsCall } from "./https-call.ts";
import type { Renewal } from "./renewed.ts";

export type GoogleDeps = { readonly call: HttpsCall; readonly tokens: Renewal<string> };

/**
 * A key of Google Cloud KMS, by the reference of its REST API v1: `cryptoKeys.encrypt` and
 * `cryptoKeys.decrypt`, with additional authenticated data and CRC-32C checksums in both directions
 * ("Verifying end-to-end data integrity" of its documents).
 */
export function googleService(key: GoogleKey, { call, tokens }: GoogleDeps): KeyService {
  const use = (
    operation: "encrypt" | "decrypt",
    fields: JsonRecord,
    hidden: string,
  ): Promise<JsonRecord> =>
    tokens.use(async (token) => {
      const answer = await call({
        method: "POST",
        url: `https://${key.host}/v1/${key.resource}:${operation}`,
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify(fields),
        hidden: [token, hidden],
      });
      return successOf(answer, googleRefusal);
    });
  return {
    name: `gcpkms://${key.resource}`,
    async wrap(secret, keyId) {
      const fields = { ...bytes("plaintext", secret), ...context(keyId) };
      const answer = await use("encrypt", fields, Buffer.from(secret).toString("base64"));
      const isVerified =
        answer["verifiedPlaintextCrc32c"] === true &&
        answer["verifiedAdditionalAuthenticatedDataCrc32c"] === true;
      if (!isVerified) throw damaged();
      return checked(answer, "ciphertext").toString("base64");
    },
    async unwrap(wrapped, keyId) {
      const fields = { ...bytes("ciphertext", Buffer.from(wrapped, "base64")), ...context(keyId) };
      return checked(await use("decrypt", fields, ""), "plaintext");
    },
  };
}

function context(keyId: string): JsonRecord {
  return bytes("additionalAuthenticatedData", Buffer.from(`vezne vault key ${keyId}`));
}

/** A field with bytes, and the field with their checksum; JSON has int64 as a text. */
function bytes(name: string, value: Uint8Array): JsonRecord {
  const text = Buffer.from(value).toString("base64");
  return { [name]: text, [`${name}Crc32c`]: String(crc32c(value)) };
}

function checked(answer: JsonRecord, name: string): Buffer {
  const value = Buffer.from(textOf(answer, name), "base64");
  if (String(answer[`${name}Crc32c`]) !== String(crc32c(value))) throw damaged();
  return value;
}

function damaged(): KeyServiceError {
  return new KeyServiceError("away", "the data were changed on their way: a checksum is wrong");
}

function googleRefusal(answer: Answer): KeyServiceError {
  const error = parseRecord(answer.text)?.["error"];
  const { status, message } = isRecord(error) ? error : {};
  const words = [status, message].filter((one) => typeof one === "string").join(": ");
  if (isPassing(answer)) return refusalOf("away", answer, words);
  if (answer.status === 401 || answer.status === 403) return refusalOf("denied", answer, words);
  const isMismatch = status === "INVALID_ARGUMENT" && /decrypt/i.test(words);
  return refusalOf(isMismatch ? "mismatch" : "unusable", answer, words);
}
