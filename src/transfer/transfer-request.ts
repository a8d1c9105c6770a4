import type { Instant } from "../kernel/clock.ts";
import type { MerchantId, OrderId } from "../kernel/ids.ts";
import type { Money } from "../kernel/money.ts";
import type { Mode } from "../merchant/merchant.ts";
import type { TransferOffer } from "../payment/transfer-offer.ts";

/** What a customer was asked to send, and by which code it will be recognised. Never changes. */
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
