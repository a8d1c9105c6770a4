import type { TermsOwner } from "../../domain/installment/ports.ts";
import type { MerchantStore } from "../../domain/merchant/ports.ts";
import { json, merchant } from "./arguments.ts";
import { merchantOf } from "./merchant-of.ts";

export const MODES: ("test" | "live")[] = ["test", "live"];

/** The arguments that every command about a merchant's terms takes. */
export const ownerArguments = {
  merchant,
  mode: {
    type: "enum",
    options: MODES,
    required: true,
    description: "Mode of the table: test or live",
  },
  json,
} as const;

/** The merchant and mode that the arguments name. */
export async function ownerOf(
  merchants: MerchantStore,
  args: { readonly merchant: string; readonly mode: "test" | "live" },
): Promise<TermsOwner> {
  const { merchantId } = await merchantOf({ merchants }, args.merchant);
  return { merchantId, mode: args.mode };
}
