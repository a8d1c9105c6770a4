import { createHash } from "node:crypto";
import type { Hash } from "../domain/ledger/merkle.ts";

export const systemHash: Hash = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
