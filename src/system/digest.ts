import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Digest } from "../kernel/digest.ts";

export const systemDigest: Digest = {
  sha256: (text) => createHash("sha256").update(text, "utf8").digest("hex"),
  hmacSha256: (key, text) => createHmac("sha256", key).update(text, "utf8").digest("hex"),
  equal(left, right) {
    const [a, b] = [Buffer.from(left), Buffer.from(right)];
    return a.length === b.length && timingSafeEqual(a, b);
  },
};
