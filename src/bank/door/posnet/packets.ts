import { createCipheriv, createDecipheriv, createHash, type KeyObject } from "node:crypto";

import type { Random } from "../../../kernel/random.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts values for the way through the browser, as upper-case hexadecimal digits. Merchants
 * treat the packets as opaque, so their cipher need not be the real bank's.
 */
export function sealPacket(
  key: KeyObject,
  random: Random,
  values: Readonly<Record<string, string>>,
): string {
  const iv = random.bytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", cipherKey(key), iv);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(values), "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("hex").toUpperCase();
}

/** Returns the values of a packet, or undefined if the bank has not made it. */
export function openPacket(
  key: KeyObject,
  packet: string,
): Readonly<Record<string, string>> | undefined {
  const bytes = Buffer.from(packet, "hex");
  if (bytes.length < IV_BYTES + TAG_BYTES || bytes.length * 2 !== packet.length) return undefined;
  try {
    const cipher = createDecipheriv("aes-256-gcm", cipherKey(key), bytes.subarray(0, IV_BYTES));
    cipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = cipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8");
    const read: unknown = JSON.parse(text + cipher.final("utf8"));
    if (typeof read !== "object" || read === null) return undefined;
    return Object.fromEntries(Object.entries(read).map(([name, value]) => [name, String(value)]));
  } catch {
    return undefined;
  }
}

function cipherKey(key: KeyObject): Buffer {
  return createHash("sha256").update(key.export()).digest();
}
