import type { DeclineReason } from "../../domain/payment/decline.ts";
import type { PaymentType } from "../../domain/payment/payment.ts";
import type { PaymentStatus } from "../../domain/payment/states.ts";
import type { RefundState } from "../../domain/refund/states.ts";
import { catalogue } from "../../page/kit/catalogue.ts";

/** Names of states, payment methods and declines, for the users of a merchant. */
export const paymentWords = catalogue({
  order: ["Sipariş", "Order"],
  statuses: [
    {
      pending: "Bekliyor",
      processing: "İşleniyor",
      authorized: "Provizyonda",
      completed: "Tamamlandı",
      failed: "Başarısız",
      cancelled: "İptal edildi",
      refunded: "İade edildi",
    } satisfies Record<PaymentStatus, string>,
    {
      pending: "Pending",
      processing: "Processing",
      authorized: "Authorized",
      completed: "Completed",
      failed: "Failed",
      cancelled: "Cancelled",
      refunded: "Refunded",
    },
  ],
  types: [
    {
      creditcard: "Kredi kartı",
      debitcard: "Banka kartı",
      bank_transfer: "Havale",
      wallet: "Cüzdan",
      shopping_credit: "Alışveriş kredisi",
      papel: "Papel",
    } satisfies Record<PaymentType, string>,
    {
      creditcard: "Credit card",
      debitcard: "Debit card",
      bank_transfer: "Bank transfer",
      wallet: "Wallet",
      shopping_credit: "Shopping credit",
      papel: "Papel",
    },
  ],
  declines: [
    {
      insufficient_balance: "Bakiye ya da limit yetersiz",
      card_blocked: "Kart kapalı: kayıp, çalıntı ya da el konulacak",
      invalid_card_number: "Kart numarası yanlış",
      do_not_honour: "Banka neden belirtmeden reddetti",
      expired_card: "Kartın süresi dolmuş",
      invalid_cvc: "Güvenlik kodu yanlış",
      suspected_fraud: "Banka sahtecilikten şüphelendi",
      three_d_secure_failed: "3-D Secure doğrulaması başarısız",
      three_d_secure_unavailable: "3-D Secure başlatılamadı",
      three_d_secure_timeout: "3-D Secure süresi doldu",
      cancelled_by_customer: "Müşteri vazgeçti",
      authentication_failed: "Müşteri doğrulanamadı",
      payment_timeout: "Süresi içinde onaylanmadı",
      transfer_not_received: "Havale süresi içinde gelmedi",
      bank_unreachable: "Bankaya ulaşılamadı",
      general_error: "Banka genel hata bildirdi",
    } satisfies Record<DeclineReason, string>,
    {
      insufficient_balance: "Balance or limit too low",
      card_blocked: "Card blocked: lost, stolen or pick-up",
      invalid_card_number: "Wrong card number",
      do_not_honour: "The bank refused without a reason",
      expired_card: "The card has expired",
      invalid_cvc: "Wrong security code",
      suspected_fraud: "The bank suspects fraud",
      three_d_secure_failed: "3-D Secure authentication failed",
      three_d_secure_unavailable: "3-D Secure could not be started",
      three_d_secure_timeout: "3-D Secure was not finished in time",
      cancelled_by_customer: "The customer gave up",
      authentication_failed: "The customer could not be authenticated",
      payment_timeout: "Not approved in time",
      transfer_not_received: "The transfer did not arrive in time",
      bank_unreachable: "The bank could not be reached",
      general_error: "The bank reported a general error",
    },
  ],
  refundStates: [
    {
      calling: "Bankaya soruluyor",
      unknown: "Bankanın yanıtı bekleniyor",
      pending: "Banka sonra yapacak",
      awaiting_payout: "Elle gönderilecek",
      succeeded: "İade edildi",
      failed: "Banka reddetti",
    } satisfies Record<RefundState, string>,
    {
      calling: "The bank is being asked",
      unknown: "Waiting for the bank's answer",
      pending: "The bank will do it later",
      awaiting_payout: "To be sent by hand",
      succeeded: "Refunded",
      failed: "Refused by the bank",
    },
  ],
  financingOf: [
    (amount: string) => `+ ${amount} vade farkı`,
    (amount: string) => `+ ${amount} installment fee`,
  ],
  refundedOf: [(amount: string) => `${amount} iade`, (amount: string) => `${amount} refunded`],
});
