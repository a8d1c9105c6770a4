import type { Digest } from "../../kernel/digest.ts";
import { readApiKey } from "./api-key.ts";
import type { KeyCaller, MerchantStore } from "./ports.ts";

export type AuthenticateDeps = { readonly digest: Digest; readonly merchants: MerchantStore };

/**
 * Returns the caller to whom an API key belongs, or `undefined` for any key that is not valid now.
 */
export async function authenticate(
  deps: AuthenticateDeps,
  apiKey: string,
): Promise<KeyCaller | undefined> {
  const claim = readApiKey(apiKey);
  if (claim === undefined) return undefined;
  const hash = deps.digest.sha256(apiKey);
  const key = await deps.merchants.findKey(claim.merchantId, hash);
  if (key === undefined) return undefined;
  const merchant = await deps.merchants.find(key.merchantId);
  return merchant === undefined ? undefined : { merchant, mode: key.mode, key };
}
