import { isRecord, parseJson } from "../../kernel/json.ts";
import type { Proof, ProvenLeaf, ProvenSeal } from "./proof.ts";

const HASH = /^[0-9a-f]{64}$/;

/** Reads a proof's document; returns `undefined` if the text is not one. */
export function readProofDocument(text: string): Proof | undefined {
  const proof = fieldsOf(parseJson(text));
  const leaves = listOf(proof["leaves"], readLeaf);
  const seals = listOf(proof["seals"], readSeal);
  const { format, merchant_id, order_id, head } = proof;
  return format === "vezne-proof-1" &&
    typeof merchant_id === "string" &&
    typeof order_id === "string" &&
    isHash(head) &&
    leaves !== undefined &&
    seals !== undefined
    ? { format, merchant_id, order_id, leaves, seals, head }
    : undefined;
}

function readLeaf(value: unknown): ProvenLeaf | undefined {
  const { content, seal, index, path } = fieldsOf(value);
  const hashes = listOf(path, (one) => (isHash(one) ? one : undefined));
  return typeof content === "string" && isCount(seal) && isCount(index) && hashes !== undefined
    ? { content, seal, index, path: hashes }
    : undefined;
}

function readSeal(value: unknown): ProvenSeal | undefined {
  const { number, leaves, root, previous_hash, sealed_at } = fieldsOf(value);
  return isCount(number) &&
    isCount(leaves) &&
    isHash(root) &&
    isHash(previous_hash) &&
    isCount(sealed_at)
    ? { number, leaves, root, previous_hash, sealed_at }
    : undefined;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function listOf<Item>(
  value: unknown,
  read: (item: unknown) => Item | undefined,
): readonly Item[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.map(read).filter((item) => item !== undefined);
  return items.length === value.length ? items : undefined;
}

function isHash(value: unknown): value is string {
  return typeof value === "string" && HASH.test(value);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
