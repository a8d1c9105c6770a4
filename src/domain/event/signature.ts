import type { Instant } from "../../kernel/clock.ts";

/** Computes HMAC-SHA256 with the bytes of a `whsec_` secret, in base64. */
export interface Signer {
  sign(secret: string, content: string): string;
}

export type SignedContent = {
  readonly eventId: string;
  readonly body: string;
  readonly secrets: readonly string[];
  readonly at: Instant;
};

/** Returns the three headers of Standard Webhooks 1.0; the id stays the same at every attempt. */
export function signatureHeaders(
  signer: Signer,
  { eventId, body, secrets, at }: SignedContent,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1_000));
  const content = `${eventId}.${timestamp}.${body}`;
  return {
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => `v1,${signer.sign(secret, content)}`).join(" "),
  };
}
