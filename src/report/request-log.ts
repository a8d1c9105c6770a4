import type { MerchantId } from "../kernel/ids.ts";
import type { Mode } from "../merchant/merchant.ts";

/** Whose calls a part of the request log holds. */
export type LogOwner = { readonly merchantId: MerchantId; readonly mode: Mode };
