import type { Instant } from "../../kernel/clock.ts";
import type { Hash } from "./merkle.ts";

/** A batch of a merchant's postings and events that can no longer change. */
export type Seal = {
  readonly merchantId: string;
  /** From 1, without gaps. */
  readonly number: number;
  readonly leaves: number;
  /** Root of the Merkle tree over the leaves. */
  readonly root: Uint8Array;
  /** `chainHash` of the seal before; 32 zero bytes for the first seal. */
  readonly previousHash: Uint8Array;
  readonly sealedAt: Instant;
};

export const NO_SEAL_HASH = new Uint8Array(32);

const SEAL = Uint8Array.of(2);
const utf8 = new TextEncoder();

/**
 * Returns the hash on which the next seal builds. Its first byte differs from those of tree hashes,
 * so that neither can be mistaken for the other.
 *
 * The reasons are in docs/decisions/seals.md.
 */
export function chainHash(hash: Hash, seal: Seal): Uint8Array {
  const { merchantId, number, leaves, sealedAt } = seal;
  const head = ["seal", merchantId, number, leaves, sealedAt].join("\n");
  return hash(SEAL, utf8.encode(head), seal.root, seal.previousHash);
}
