import { toIso } from "../../kernel/clock.ts";
import { refOf, type ApiKey } from "./api-key.ts";

/** A key as documents show it: enough to find it, not enough to use it. */
export function keyDocument(key: ApiKey) {
  const { name, rights, expiresAt, usedAt, aboveLimitFrom } = key;
  return {
    key_ref: refOf(key),
    mode: key.mode,
    name: name ?? null,
    last_four: key.lastFour,
    rights: rights ?? null,
    refunds_above_limit_from: aboveLimitFrom === undefined ? null : toIso(aboveLimitFrom),
    networks: key.networks,
    created_at: toIso(key.createdAt),
    created_by: key.createdBy ?? null,
    used_at: usedAt === undefined ? null : toIso(usedAt),
    used_from: key.usedFrom ?? null,
    ends_at: expiresAt === undefined ? null : toIso(expiresAt),
  };
}
