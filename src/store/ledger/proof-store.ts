import type pg from "pg";
import { merchantOf, type OrderId } from "../../kernel/ids.ts";
import { auditPath, type Hash } from "../../domain/ledger/merkle.ts";
import { toHex, type Proof, type ProvenLeaf, type ProvenSeal } from "../../domain/ledger/proof.ts";
import type { Seal } from "../../domain/ledger/seal.ts";
import { SEAL } from "./seal-rows.ts";
import { eventContent, postingContent, postingKey } from "./leaf-content.ts";
import { FROM_POSTINGS_OF_ORDER } from "./order-postings.ts";
import { buffer, integer, text, type Row } from "../../database/mapping/rows.ts";

// The sealed postings and events of an order, each with its seal's number and its index in that
// seal.
const LEAVES = `
  select content, number, place
  from (
    select ${postingKey("posting")} as key, ${postingContent("posting")} as content
    ${FROM_POSTINGS_OF_ORDER}
    union all
    select event_id, ${eventContent("event")}
    from payment join event using (merchant_id, session_id)
    where merchant_id = $1 and payment.order_id = $2 and event.order_id = $2
  ) as entry
  join sealed_leaf on sealed_leaf.merchant_id = $1 and sealed_leaf.key = entry.key
  order by number, place`;

/** Returns the proof of an order, or undefined if nothing of it is sealed yet. */
export async function readProof(
  pool: pg.Pool,
  hash: Hash,
  orderId: OrderId,
): Promise<Proof | undefined> {
  const merchantId = merchantOf(orderId);
  const { rows } = await pool.query<Row>(LEAVES, [merchantId, orderId]);
  const [first] = rows;
  if (first === undefined) return undefined;
  const trees = new Map<number, readonly Buffer[]>();
  const leaves: ProvenLeaf[] = [];
  for (const row of rows) {
    const seal = integer(row, "number");
    const tree = trees.get(seal) ?? (await treeOf(pool, merchantId, seal));
    trees.set(seal, tree);
    const index = integer(row, "place");
    const path = auditPath(hash, tree, index).map(toHex);
    leaves.push({ content: text(row, "content"), seal, index, path });
  }
  const chain = await chainFrom(pool, merchantId, integer(first, "number"));
  return {
    format: "vezne-proof-1",
    merchant_id: merchantId,
    order_id: orderId,
    leaves,
    ...chain,
  };
}

async function treeOf(pool: pg.Pool, merchantId: string, seal: number): Promise<readonly Buffer[]> {
  const { rows } = await pool.query<Row>(
    "select hash from sealed_leaf where merchant_id = $1 and number = $2 order by place",
    [merchantId, seal],
  );
  return rows.map((row) => buffer(row, "hash"));
}

async function chainFrom(
  pool: pg.Pool,
  merchantId: string,
  number: number,
): Promise<Pick<Proof, "seals" | "head">> {
  const { rows } = await pool.query<Row>(
    "select * from seal where merchant_id = $1 and number >= $2 order by number",
    [merchantId, number],
  );
  const last = rows.at(-1);
  return {
    seals: rows.map((row) => provenSeal(SEAL.read(row))),
    head: last === undefined ? "" : toHex(buffer(last, "chain_hash")),
  };
}

function provenSeal({ number, leaves, root, previousHash, sealedAt }: Seal): ProvenSeal {
  return {
    number,
    leaves,
    root: toHex(root),
    previous_hash: toHex(previousHash),
    sealed_at: sealedAt,
  };
}
