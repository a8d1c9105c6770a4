import { randomText } from "../kernel/ids.ts";
import type { Random } from "../kernel/random.ts";

/** The retrieval reference (12 digits) and the authorization code (6 digits) of an entry. */
export function newNumbers(random: Random): { reference: string; authCode: string } {
  const bytes = random.bytes(8);
  const high = readUint32(bytes, 0) % 1_000_000;
  const low = readUint32(bytes, 4) % 1_000_000;
  return {
    reference: sixDigits(high) + sixDigits(low),
    authCode: sixDigits((high + low) % 1_000_000),
  };
}

export function newOneTimeCode(random: Random): string {
  return sixDigits(readUint32(random.bytes(4), 0) % 1_000_000);
}

/** 130 bits, because knowledge of the page's address is the customer's only authentication. */
export function newChallengeId(random: Random): string {
  return randomText(random, 26);
}

/** Cardholder Authentication Verification Value: base64 of 20 bytes. */
export function newCavv(random: Random): string {
  return Buffer.from(random.bytes(20)).toString("base64");
}

/** A nonce of letters only, so that the one-time code is the only run of six digits in a page. */
export function newNonce(random: Random): string {
  return Array.from(random.bytes(32), (byte) => String.fromCharCode(97 + (byte & 15))).join("");
}

function sixDigits(value: number): string {
  return String(value).padStart(6, "0");
}

function readUint32(bytes: Uint8Array, offset: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(offset);
}
