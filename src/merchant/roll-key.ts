import type { MerchantId } from "../kernel/ids.ts";
import { refused, ok, type Result } from "../kernel/result.ts";
import { issueApiKey } from "./api-key.ts";
import type { CreateMerchantDeps } from "./create-merchant.ts";
import type { Mode } from "./merchant.ts";

/** Replaces a merchant's key of one mode; the old one is refused from this commit on (spec 5). */
export async function rollKey(
  deps: CreateMerchantDeps,
  command: { readonly merchantId: MerchantId; readonly mode: Mode },
): Promise<Result<{ readonly apiKey: string }, "merchant_not_found">> {
  const merchant = await deps.merchants.find(command.merchantId);
  if (merchant === undefined) return refused("merchant_not_found");
  const key = issueApiKey(deps, { ...command, now: deps.clock.now() });
  await deps.merchants.replaceKeys(key.stored);
  return ok({ apiKey: key.text });
}
