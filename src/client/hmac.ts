const HMAC = { name: "HMAC", hash: "SHA-256" } as const;

/** Verifies HMAC-SHA256 signatures of one key; the runtime compares in constant time. */
export type Verifier = (
  signature: Uint8Array<ArrayBuffer>,
  text: Uint8Array<ArrayBuffer>,
) => Promise<boolean>;

export async function createVerifier(key: Uint8Array<ArrayBuffer>): Promise<Verifier> {
  const imported = await crypto.subtle.importKey("raw", key, HMAC, false, ["verify"]);
  return (signature, text) => crypto.subtle.verify(HMAC.name, imported, signature, text);
}

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Returns the bytes of a base64 text, or undefined for other text. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Returns the bytes of a hex text, or undefined for other text. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^([0-9a-f]{2})*$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
