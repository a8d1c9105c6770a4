import type { Envelope } from "./envelope.ts";

const PREFIX = "sealed";

/** An envelope as one text, for a column that held its content in clear before. */
export function writeSealed({ keyId, wrappedKey, sealed }: Envelope): string {
  return [PREFIX, keyId, wrappedKey.toString("base64"), sealed.toString("base64")].join(":");
}

/** `undefined` for a text that is not sealed. */
export function readSealed(text: string): Envelope | undefined {
  const [prefix, keyId, wrappedKey, sealed] = text.split(":");
  if (prefix !== PREFIX || keyId === undefined) return undefined;
  return {
    keyId,
    wrappedKey: Buffer.from(wrappedKey ?? "", "base64"),
    sealed: Buffer.from(sealed ?? "", "base64"),
  };
}
