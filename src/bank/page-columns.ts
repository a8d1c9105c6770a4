import type { Challenge } from "./challenge.ts";
import type { Column } from "./columns.ts";
import type { HostedPayment } from "./hosted-payment.ts";

/** A customer's visit to a page of the bank: a 3-D Secure challenge or a payment at a provider. */
type PageVisit = Omit<Pick<Challenge, keyof Challenge & keyof HostedPayment>, "decision">;

/** The columns that `bank.challenge` and `bank.hosted_payment` have in common. */
export const PAGE_VISIT: readonly Column<PageVisit>[] = [
  ["id", "text", ({ id }) => id],
  ["terminal", "text", ({ terminal }) => terminal],
  ["request_id", "text", ({ requestId }) => requestId],
  ["order_id", "text", ({ orderId }) => orderId],
  ["amount_minor", "bigint", ({ amount }) => amount.minor.toString()],
  ["currency", "text", ({ amount }) => amount.currency],
  ["installments", "smallint", ({ installments }) => installments],
  ["merchant_name", "text", ({ merchantName }) => merchantName],
  ["language", "text", ({ language }) => language],
  ["return_url", "text", ({ returnUrl }) => returnUrl],
  ["one_time_code", "text", ({ oneTimeCode }) => oneTimeCode],
  ["wrong_codes", "smallint", ({ wrongCodes }) => wrongCodes],
  ["opened_at", "bigint", ({ openedAt }) => openedAt],
  ["ahead_ms", "bigint", ({ aheadMs }) => aheadMs],
  ["expires_at", "bigint", ({ expiresAt }) => expiresAt],
  ["version", "integer", ({ version }) => version],
];
