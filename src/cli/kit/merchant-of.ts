import { parseMerchantId } from "../../kernel/ids.ts";
import type { Merchant } from "../../domain/merchant/merchant.ts";
import type { MerchantStore } from "../../domain/merchant/ports.ts";
import { CommandError } from "./output.ts";

export async function merchantOf(
  { merchants }: { readonly merchants: Pick<MerchantStore, "find"> },
  text: string,
): Promise<Merchant> {
  const merchantId = parseMerchantId(text);
  if (merchantId === undefined) throw new CommandError("--merchant must be a merchant id");
  const found = await merchants.find(merchantId);
  if (found === undefined) throw new CommandError(`there is no merchant ${merchantId}`);
  return found;
}

/** The merchant that `--merchant` names, or without it the only merchant. */
export async function namedOrOnly(
  { merchants }: { readonly merchants: Pick<MerchantStore, "find" | "list"> },
  text: string | undefined,
): Promise<Pick<Merchant, "merchantId" | "name">> {
  if (text !== undefined) return merchantOf({ merchants }, text);
  const [first, second] = await merchants.list();
  if (first !== undefined && second === undefined) return first;
  throw new CommandError(
    "give --merchant: there are several, or none. vezne merchants list shows them",
  );
}
