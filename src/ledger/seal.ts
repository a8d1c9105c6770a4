import type { Instant } from "../kernel/clock.ts";
import type { Hash } from "./merkle.ts";

/** A batch of a merchant's postings and events, closed for good. */
export type Seal = {
  readonly merchantId: string;
  /** From 1, without gaps. */
  readonly number: number;
  readonly leaves: number;
  /** Of the Merkle tree over the leaves. */
  readonly root: Uint8Array;
  /** `chainHash` of the seal before; that of the first is 32 zero bytes. */
  readonly previousHash: Uint8Array;
  readonly sealedAt: Instant;
};

export const NO_SEAL_HASH = new Uint8Array(32);

const SEAL = Uint8Array.of(2);
const utf8 = new TextEncoder();

/**
 * What the next seal builds on; its first byte tells it from the hashes of the trees.
 * The reasons are in docs/decisions/seals.md.
 */
export function chainHash(hash: Hash, seal: Seal): Uint8Array {
  const { merchantId, number, leaves, sealedAt } = seal;
  const head = ["seal", merchantId, number, leaves, sealedAt].join("\n");
  return hash(SEAL, utf8.encode(head), seal.root, seal.previousHash);
}
