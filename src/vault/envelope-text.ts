import type { Envelope } from "./envelope.ts";

const PREFIX = "sealed";

export function writeEnvelope({ keyId, wrappedKey, sealed }: Envelope): string {
  return [PREFIX, keyId, wrappedKey.toString("base64"), sealed.toString("base64")].join(":");
}

/** Decodes the text of an envelope; returns undefined for any other text. */
export function readEnvelope(text: string): Envelope | undefined {
  const [prefix, keyId, wrappedKey, sealed] = text.split(":");
  if (prefix !== PREFIX || keyId === undefined) return undefined;
  return {
    keyId,
    wrappedKey: Buffer.from(wrappedKey ?? "", "base64"),
    sealed: Buffer.from(sealed ?? "", "base64"),
  };
}
