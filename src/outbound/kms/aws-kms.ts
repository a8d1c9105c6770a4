import { parseRecord, type JsonRecord } from "../../kernel/json.ts";
import type { AwsKey } from "../../config/kms-settings.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { KeyService, KeyServiceError, KeyServiceFault } from "../../kernel/key-service.ts";
import { isPassing, refusalOf, successOf, textOf } from "./answers.ts";
import type { Answer, HttpsCall } from "./https-call.ts";
import type { Renewal } from "./renewed.ts";
import { signRequest, type AwsCredentials } from "./sigv4.ts";

export type AwsDeps = {
  readonly call: HttpsCall;
  readonly clock: Clock;
  readonly credentials: Renewal<AwsCredentials>;
};

/**
 * A key of AWS KMS, by the "AWS Key Management Service API Reference": `Encrypt` and `Decrypt` with
 * an encryption context. The context is in clear in CloudTrail, and key policies can ask for it.
 */
export function awsService(key: AwsKey, { call, clock, credentials }: AwsDeps): KeyService {
  const use = (
    operation: "Encrypt" | "Decrypt",
    fields: JsonRecord,
    hidden: string,
  ): Promise<JsonRecord> =>
    credentials.use(async (held) => {
      const body = JSON.stringify({ KeyId: key.arn, ...fields });
      const request = {
        method: "POST",
        host: key.host,
        path: "/",
        headers: {
          "content-type": "application/x-amz-json-1.1",
          "x-amz-target": `TrentService.${operation}`,
        },
        body,
      } as const;
      const scope = { region: key.region, service: "kms", now: clock.now() };
      const answer = await call({
        method: request.method,
        url: `https://${key.host}/`,
        headers: signRequest(request, held, scope),
        body,
        hidden: [held.secret, held.session ?? "", hidden],
      });
      return successOf(answer, awsRefusal);
    });
  return {
    name: `awskms:///${key.arn}`,
    async wrap(secret, keyId) {
      const Plaintext = Buffer.from(secret).toString("base64");
      const fields = { Plaintext, EncryptionContext: contextOf(keyId) };
      return textOf(await use("Encrypt", fields, Plaintext), "CiphertextBlob");
    },
    async unwrap(wrapped, keyId) {
      const fields = { CiphertextBlob: wrapped, EncryptionContext: contextOf(keyId) };
      return Buffer.from(textOf(await use("Decrypt", fields, ""), "Plaintext"), "base64");
    },
  };
}

function contextOf(keyId: string): Readonly<Record<string, string>> {
  return { application: "vezne", purpose: "vault-key", key_id: keyId };
}

/** The errors of the API that say more than their status, which is 400 for most of them. */
const FAULTS: Readonly<Record<string, KeyServiceFault>> = {
  AccessDeniedException: "denied",
  ExpiredTokenException: "denied",
  IncompleteSignature: "denied",
  InvalidClientTokenId: "denied",
  InvalidSignatureException: "denied",
  MissingAuthenticationTokenException: "denied",
  OptInRequired: "denied",
  SignatureDoesNotMatch: "denied",
  UnrecognizedClientException: "denied",
  DependencyTimeoutException: "away",
  KeyUnavailableException: "away",
  KMSInternalException: "away",
  LimitExceededException: "away",
  RequestLimitExceeded: "away",
  ServiceUnavailableException: "away",
  ThrottlingException: "away",
  IncorrectKeyException: "mismatch",
  InvalidCiphertextException: "mismatch",
};

function awsRefusal(answer: Answer): KeyServiceError {
  const json = parseRecord(answer.text);
  // The type may have a namespace before it, as in `com.amazonaws.kms#DisabledException`.
  const [given = "", message = ""] = [json?.["__type"], json?.["message"] ?? json?.["Message"]].map(
    (value) => (typeof value === "string" ? value : ""),
  );
  const type = given.replace(/^[^#]*#/, "");
  const words = [type, message].filter((one) => one !== "");
  const isDenied = answer.status === 401 || answer.status === 403;
  const other = isPassing(answer) ? "away" : isDenied ? "denied" : "unusable";
  return refusalOf(FAULTS[type] ?? other, answer, words.join(": "));
}
