import { later, type Instant } from "../kernel/clock.ts";
import type { MerchantId } from "../kernel/ids.ts";
import { refused, ok, type Result } from "../kernel/result.ts";
import { issueApiKey } from "./api-key.ts";
import type { CreateMerchantDeps } from "./create-merchant.ts";
import type { Mode } from "./merchant.ts";

export type RollKey = {
  readonly merchantId: MerchantId;
  readonly mode: Mode;
  /** For how long the old key works beside the new one; 0 ends it with this commit (spec 5). */
  readonly graceMs: number;
};

export type RolledKey = {
  readonly apiKey: string;
  /** When the old key ends; absent where it has ended. */
  readonly oldUntil: Instant | undefined;
};

/** Replaces a merchant's key of one mode. */
export async function rollKey(
  deps: CreateMerchantDeps,
  command: RollKey,
): Promise<Result<RolledKey, "merchant_not_found">> {
  const merchant = await deps.merchants.find(command.merchantId);
  if (merchant === undefined) return refused("merchant_not_found");
  const now = deps.clock.now();
  const key = issueApiKey(deps, { ...command, now });
  const oldUntil = command.graceMs === 0 ? undefined : later(now, command.graceMs);
  await deps.merchants.replaceKeys(key.stored, oldUntil);
  return ok({ apiKey: key.text, oldUntil });
}
