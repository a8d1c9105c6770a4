import { later, type Instant } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";
import { refused, ok, type Result } from "../kernel/result.ts";
import { issueApiKey, mainGrant, type ApiKey, type KeyGrant } from "./api-key.ts";
import type { CreateMerchantDeps } from "./create-merchant.ts";
import type { Mode } from "./merchant.ts";

export type RollKey = {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  /** Of the key; absent: the main one. */
  readonly name?: string | undefined;
  readonly createdBy: string;
  /** For how long the old key works beside the new one; 0 ends it with this commit. */
  readonly graceMs: number;
  /** When the new key may refund above the limit, if the old one may. */
  readonly aboveLimitFrom: Instant;
};

export type RolledKey = {
  readonly apiKey: string;
  /** When the old key ends; absent where it has ended. */
  readonly oldUntil: Instant | undefined;
};

/** Replaces a merchant's key of one mode by another with the same rights. */
export async function rollKey(
  deps: CreateMerchantDeps,
  command: RollKey,
): Promise<Result<RolledKey, "merchant_not_found" | "key_not_found">> {
  const { merchantId, mode, name, graceMs } = command;
  const merchant = await deps.merchants.find(merchantId);
  if (merchant === undefined) return refused("merchant_not_found");
  const keys = await deps.merchants.listKeys(merchantId);
  const old = keys.findLast((key) => key.mode === mode && key.name === name);
  if (old === undefined && name !== undefined) return refused("key_not_found");
  const now = deps.clock.now();
  const key = issueApiKey(deps, { merchantId, mode, now }, grantOf(command, old));
  const oldUntil = graceMs === 0 ? undefined : later(now, graceMs);
  await deps.merchants.replaceKeys(key.stored, oldUntil);
  return ok({ apiKey: key.text, oldUntil });
}

/** The rights of the old key. A main key that has none before it has them all. */
function grantOf({ createdBy, aboveLimitFrom }: RollKey, old: ApiKey | undefined): KeyGrant {
  if (old === undefined) return mainGrant(createdBy, aboveLimitFrom);
  const { name, rights, networks } = old;
  const isAboveLimit = old.aboveLimitFrom !== undefined;
  return {
    name,
    rights,
    networks,
    createdBy,
    // The end of a replaced main key is that of its grace period, which the new one has not.
    expiresAt: name === undefined ? undefined : old.expiresAt,
    aboveLimitFrom: isAboveLimit ? aboveLimitFrom : undefined,
  };
}
