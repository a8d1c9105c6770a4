import type { TransitKey } from "../../config/kms-settings.ts";
import { KeyServiceError, type KeyService } from "../../kernel/key-service.ts";
import { successOf, textOf } from "./answers.ts";
import { isRecord, type JsonRecord } from "../../kernel/json.ts";
import type { Answer } from "./https-call.ts";
import { Renewal } from "./renewed.ts";
import { transitHeaders, transitRefusal, type TransitDeps } from "./transit-call.ts";
import { loginTransit } from "./transit-login.ts";

/**
 * A key of the transit engine of HashiCorp Vault or OpenBao, as their document "Transit secrets
 * engine (API)" describes it: `encrypt` and `decrypt` with `associated_data`, which needs a key of
 * an AEAD type and Vault 1.13 or later.
 */
export function transitService(key: TransitKey, deps: TransitDeps): KeyService {
  const tokens = new Renewal(() => loginTransit(key, deps), deps.clock);
  const use = (operation: "encrypt" | "decrypt", fields: Fields): Promise<JsonRecord> =>
    tokens.use(async (token) => {
      const { hidden, ...body } = fields;
      const answer = await deps.call({
        method: "POST",
        url: `https://${key.host}/v1/${key.mount}/${operation}/${key.key}`,
        headers: { ...transitHeaders(key), "x-vault-token": token },
        body: JSON.stringify(body),
        hidden: [token, ...hidden],
      });
      return dataOf(answer);
    });
  return {
    name: `vault://${key.host}/${key.mount}/keys/${key.key}`,
    async wrap(secret, keyId) {
      const plaintext = Buffer.from(secret).toString("base64");
      const fields = { plaintext, associated_data: contextOf(keyId), hidden: [plaintext] };
      return textOf(await use("encrypt", fields), "ciphertext");
    },
    async unwrap(wrapped, keyId) {
      const fields = { ciphertext: wrapped, associated_data: contextOf(keyId), hidden: [] };
      return Buffer.from(textOf(await use("decrypt", fields), "plaintext"), "base64");
    },
  };
}

type Fields = { readonly [name: string]: unknown; readonly hidden: readonly string[] };

function contextOf(keyId: string): string {
  return Buffer.from(`vezne vault key ${keyId}`).toString("base64");
}

function dataOf(answer: Answer): JsonRecord {
  const { data } = successOf(answer, transitRefusal);
  if (isRecord(data)) return data;
  throw new KeyServiceError("away", "the answer of the KMS lacks data");
}
