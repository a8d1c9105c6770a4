import { createHmac } from "node:crypto";
import type { Signer } from "../domain/event/signature.ts";

const PREFIX = "whsec_";

/**
 * Signs by Standard Webhooks: the key is the base64-decoded secret.
 * The reasons are in docs/decisions/webhook-secrets.md.
 */
export const webhookSigner: Signer = {
  sign(secret, content) {
    const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
    return createHmac("sha256", Buffer.from(text, "base64")).update(content).digest("base64");
  },
};
