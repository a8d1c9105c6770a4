import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Compares a signature from outside with the computed one, in a time that tells nothing about the
 * place of the first difference.
 */
export function isSameText(left: string, right: string): boolean {
  return timingSafeEqual(digestOf(left), digestOf(right));
}

/** Digests have one length, so the comparison also works for texts of different lengths. */
function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
