import type { Seal } from "../../domain/ledger/seal.ts";
import { column, record } from "../../database/mapping/mapping.ts";

export const SEAL = record<Seal>({
  merchantId: column.text("merchant_id"),
  number: column.integer("number"),
  leaves: column.integer("leaves"),
  root: column.bytes("root"),
  previousHash: column.bytes("previous_hash"),
  sealedAt: column.instant("sealed_at"),
});
