import type { Instant } from "../../kernel/clock.ts";
import type { MerchantId, OrderId } from "../../kernel/ids.ts";
import type { Money } from "../../kernel/money.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { TransferOffer } from "../payment/transfer-offer.ts";

/**
 * The request to a customer to send money: the amount, and the code that identifies it. It never
 * changes.
 */
export type TransferRequest = {
  readonly merchantId: MerchantId;
  readonly orderId: OrderId;
  readonly mode: Mode;
  readonly referenceCode: string;
  readonly iban: string;
  readonly bankCode: string;
  readonly bankName: string;
  readonly accountHolder: string;
  readonly amount: Money;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
};

export function offerOf(request: TransferRequest): TransferOffer {
  const { bankCode, bankName, iban, accountHolder, amount, referenceCode, expiresAt } = request;
  return {
    kind: "transfer_offer",
    bankCode,
    bankName,
    iban,
    accountHolder,
    amount,
    referenceCode,
    expiresAt,
  };
}
