import type { TermsOwner } from "../installment/ports.ts";
import { parseMerchantId } from "../kernel/ids.ts";
import type { MerchantStore } from "../merchant/ports.ts";
import { CommandError } from "./output.ts";

const MODES: ("test" | "live")[] = ["test", "live"];

/** The arguments that every command about a merchant's terms takes. */
export const ownerArguments = {
  merchant: { type: "string", required: true, description: "Merchant id (mer_…)" },
  mode: {
    type: "enum",
    options: MODES,
    required: true,
    description: "Whose payments the table is for: test or live",
  },
  json: { type: "boolean", description: "Print one JSON document", default: false },
} as const;

/** The merchant and mode that the arguments name. */
export async function ownerOf(
  merchants: MerchantStore,
  args: { readonly merchant: string; readonly mode: "test" | "live" },
): Promise<TermsOwner> {
  const merchantId = parseMerchantId(args.merchant);
  if (merchantId === undefined) throw new CommandError("--merchant must be a merchant id");
  if ((await merchants.find(merchantId)) === undefined) {
    throw new CommandError(`there is no merchant ${merchantId}`);
  }
  return { merchantId, mode: args.mode };
}
