import { later, type Instant } from "../../kernel/clock.ts";
import type { MerchantId } from "../../kernel/ids.ts";
import { refused, ok, type Result } from "../../kernel/result.ts";
import { issueApiKey, mainGrant, type ApiKey, type KeyGrant } from "./api-key.ts";
import type { CreateMerchantDeps } from "./create-merchant.ts";
import type { Mode } from "./merchant.ts";

export type RollKey = {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  /** Name of the key; absent: the main key. */
  readonly name?: string | undefined;
  readonly createdBy: string;
  /** How long the old key stays valid beside the new one, in ms; 0 ends it with this commit. */
  readonly graceMs: number;
  /** When the new key may refund above the limit, if the old one has that right. */
  readonly aboveLimitFrom: Instant;
};

export type RolledKey = {
  readonly apiKey: string;
  /** When the old key ends; absent if it ended with the replacement. */
  readonly oldUntil: Instant | undefined;
};

/** Replaces a merchant's key of one mode with a new one of the same rights. */
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

/** Returns the grant of the new key: that of the old key, or of a main key if there is none. */
function grantOf({ createdBy, aboveLimitFrom }: RollKey, old: ApiKey | undefined): KeyGrant {
  if (old === undefined) return mainGrant(createdBy, aboveLimitFrom);
  const { name, rights, networks } = old;
  const isAboveLimit = old.aboveLimitFrom !== undefined;
  return {
    name,
    rights,
    networks,
    createdBy,
    // The end of a replaced main key is only the end of its grace period, so the new key does not
    // inherit it.
    expiresAt: name === undefined ? undefined : old.expiresAt,
    aboveLimitFrom: isAboveLimit ? aboveLimitFrom : undefined,
  };
}
