import { openDatabase } from "./edge/store/database.ts";
import { createPaymentInspector, type PaymentInspector } from "./edge/store/payment-inspector.ts";
import type { Parts } from "./compose.ts";

/** Everything that is known of a payment, as an operator looks at it. */
export function openInspection({ database }: Pick<Parts, "database">): {
  readonly deps: PaymentInspector;
  close(): Promise<void>;
} {
  const pool = openDatabase({ address: database, applicationName: "vezne inspection", max: 2 });
  return { deps: createPaymentInspector(pool), close: () => pool.end() };
}
