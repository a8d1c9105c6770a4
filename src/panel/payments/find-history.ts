import { parseOrderId } from "../../kernel/ids.ts";
import type { PaymentHistory } from "../../domain/report/history.ts";
import type { MerchantContext } from "../kit/context.ts";

/** The history of the order in the address, if the user may see it. */
export async function findHistory(context: MerchantContext): Promise<PaymentHistory | undefined> {
  const orderId = parseOrderId(context.request.params["order"] ?? "");
  return orderId === undefined ? undefined : context.kit.history.find(context.scope, orderId);
}
