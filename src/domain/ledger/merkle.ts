import { assert } from "../../kernel/assert.ts";

/** SHA-256 over the parts one after another; callers pass in their platform's implementation. */
export type Hash = (...parts: readonly Uint8Array[]) => Uint8Array;

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/**
 * Hashes a leaf (RFC 6962, 2.1). Leaves and inner nodes begin with different bytes, so that neither
 * can be mistaken for the other.
 */
export function leafHash(hash: Hash, content: Uint8Array): Uint8Array {
  return hash(LEAF, content);
}

/** Returns the root of the RFC 6962 Merkle tree over one leaf hash or more. */
export function merkleRoot(hash: Hash, leaves: readonly Uint8Array[]): Uint8Array {
  let level = leaves;
  while (level.length > 1) level = parents(hash, level);
  const [root] = level;
  assert(root !== undefined, "a tree has a leaf");
  return root;
}

/**
 * Returns the audit path of a leaf: the sibling hashes from which the root can be computed, lowest
 * level first (RFC 6962, 2.1.1).
 */
export function auditPath(hash: Hash, leaves: readonly Uint8Array[], index: number): Uint8Array[] {
  const path: Uint8Array[] = [];
  let level = leaves;
  for (let place = index; level.length > 1; place >>= 1) {
    // In a level with an odd number of nodes, the last one has no sibling and moves up unchanged.
    const sibling = level[place ^ 1];
    if (sibling !== undefined) path.push(sibling);
    level = parents(hash, level);
  }
  return path;
}

export type LeafPlace = { readonly index: number; readonly leaves: number };

/**
 * Computes the root from a leaf hash and its audit path; `undefined` if the path's length is wrong.
 */
export function rootFromPath(
  hash: Hash,
  place: LeafPlace & { readonly leaf: Uint8Array },
  path: readonly Uint8Array[],
): Uint8Array | undefined {
  let { index, leaf: node } = place;
  if (index < 0 || index >= place.leaves) return undefined;
  let used = 0;
  for (let last = place.leaves - 1; last > 0; last >>= 1, index >>= 1) {
    if (index === last && index % 2 === 0) continue;
    const sibling = path[used];
    if (sibling === undefined) return undefined;
    used += 1;
    node = index % 2 === 1 ? hash(NODE, sibling, node) : hash(NODE, node, sibling);
  }
  return used === path.length ? node : undefined;
}

function parents(hash: Hash, level: readonly Uint8Array[]): Uint8Array[] {
  const above: Uint8Array[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [level[at], level[at + 1]];
    assert(left !== undefined, "a level has no gaps");
    above.push(right === undefined ? left : hash(NODE, left, right));
  }
  return above;
}
