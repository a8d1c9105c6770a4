import type { CustomerKey } from "../../domain/session/customer-key.ts";
import type { MerchantContext } from "../kit/context.ts";
import { queryText } from "../kit/panel-paths.ts";

/** The page of a customer. */
export function customerPath({ to }: MerchantContext, { field, value }: CustomerKey): string {
  return to("customers") + queryText({ [field]: value });
}
