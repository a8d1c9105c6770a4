import { instant } from "../../kernel/clock.ts";
import { leafHash, rootFromPath, type Hash } from "./merkle.ts";
import { chainHash, type Seal } from "./seal.ts";

/** A posting or an event of an order, with its path to the root of its seal. */
export type ProvenLeaf = {
  /** The leaf's fields, one a line; the first line is the leaf's kind. */
  readonly content: string;
  readonly seal: number;
  readonly index: number;
  /** Hashes in hexadecimal. */
  readonly path: readonly string[];
};

export type ProvenSeal = {
  readonly number: number;
  readonly leaves: number;
  readonly root: string;
  readonly previous_hash: string;
  readonly sealed_at: number;
};

/** A document that proves, without the database, that an order is in the books. */
export type Proof = {
  readonly format: "vezne-proof-1";
  readonly merchant_id: string;
  readonly order_id: string;
  readonly leaves: readonly ProvenLeaf[];
  /**
   * All seals from the first one with a leaf of the order to the newest, each linked to the one
   * before.
   */
  readonly seals: readonly ProvenSeal[];
  /**
   * Chain hash of the newest seal: the only hash to compare with one that was published or noted
   * elsewhere.
   */
  readonly head: string;
};

/** The first error of a proof, or the facts that it proves. */
export type ProofVerdict =
  | { readonly ok: true; readonly leaves: number; readonly seal: number; readonly head: string }
  | { readonly ok: false; readonly problem: string };

const utf8 = new TextEncoder();
/** The index, by the leaf's kind, of the line of a leaf's content that names its order. */
const ORDER_LINES: Readonly<Record<string, number>> = { posting: 4, event: 6 };

/** Checks a proof with only its own content and SHA-256. */
export function checkProof(hash: Hash, proof: Proof): ProofVerdict {
  const links = checkChain(hash, proof);
  if (!links.ok) return links;
  if (proof.leaves.length === 0) return wrong("it has no entry of the order");
  const seen = new Set<string>();
  for (const [place, leaf] of proof.leaves.entries()) {
    // A leaf that is listed twice must not count as two.
    const lies = `${leaf.seal}/${leaf.index}`;
    const problem = seen.has(lies) ? "is there twice" : leafProblem(hash, proof, leaf);
    if (problem !== undefined) return wrong(`entry ${place + 1} ${problem}`);
    seen.add(lies);
  }
  return { ok: true, leaves: proof.leaves.length, seal: links.seal, head: proof.head };
}

function leafProblem(hash: Hash, proof: Proof, leaf: ProvenLeaf): string | undefined {
  const lines = leaf.content.split("\n");
  const orderLine = ORDER_LINES[lines[0] ?? ""];
  const concerns =
    orderLine !== undefined &&
    lines[1] === proof.merchant_id &&
    lines[orderLine] === proof.order_id;
  if (!concerns) return `is not of order ${proof.order_id}`;
  const seal = proof.seals.find(({ number }) => number === leaf.seal);
  if (seal === undefined) return `lies in seal ${leaf.seal}, which is missing`;
  const root = rootFromPath(
    hash,
    {
      leaf: leafHash(hash, utf8.encode(leaf.content)),
      index: leaf.index,
      leaves: seal.leaves,
    },
    leaf.path.map(fromHex),
  );
  return root !== undefined && toHex(root) === seal.root
    ? undefined
    : `does not lead to the root of seal ${seal.number}`;
}

function checkChain(hash: Hash, proof: Proof): ProofVerdict | { ok: true; seal: number } {
  let before: { readonly number: number; readonly hash: string } | undefined;
  for (const proven of proof.seals) {
    const { number } = proven;
    if (before !== undefined && number !== before.number + 1) {
      return wrong(`seal ${number} follows seal ${before.number}`);
    }
    if (before !== undefined && proven.previous_hash !== before.hash) {
      return wrong(`seal ${number} is not linked to the one before`);
    }
    before = { number, hash: toHex(chainHash(hash, sealOf(proof, proven))) };
  }
  if (before === undefined) return wrong("it has no seal");
  if (before.hash !== proof.head) return wrong(`its head is not the hash of seal ${before.number}`);
  return { ok: true, seal: before.number };
}

function sealOf({ merchant_id }: Proof, proven: ProvenSeal): Seal {
  return {
    merchantId: merchant_id,
    number: proven.number,
    leaves: proven.leaves,
    root: fromHex(proven.root),
    previousHash: fromHex(proven.previous_hash),
    sealedAt: instant(proven.sealed_at),
  };
}

function wrong(problem: string): ProofVerdict & { ok: false } {
  return { ok: false, problem };
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
