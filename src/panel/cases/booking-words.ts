import type { Movement } from "../../domain/payment/acquirer.ts";
import { catalogue } from "../../page/kit/catalogue.ts";

export const bookingWords = catalogue({
  title: ["Bankada olup burada bilinmeyen kayıtlar", "Bookings at the bank that are unknown here"],
  intro: [
    "Banka bu kayıtları bildiriyor, ama hiçbir ödeme ya da iade onları açıklamıyor. Örneğin bankanın " +
      "ekranından yapılmış bir iptal ya da yedekten dönüşte kaybolmuş bir ödeme olabilir. Bankayla " +
      "netleştirin; yersiz alınan parayı bankanın ekranından geri verin ve kaydı kapatın. Bankanın gerçekten " +
      "yaptığı bir kapama, iptal ya da iade kayıtlara işlenebilir; bankaya bir şey gönderilmez.",
    "The bank lists these bookings, and no payment or refund explains them. One may be a void that was " +
      "made in the bank's own panel, or a payment that was lost when a backup was restored. Clear it with " +
      "the bank; give money that was taken wrongly back in the bank's panel, and close the booking. " +
      "A capture, void or refund that the bank has really made can be entered in the books; nothing is " +
      "sent to the bank.",
  ],
  bookedAt: ["Banka kayıt zamanı", "Booked at the bank"],
  what: ["Kayıt", "Booking"],
  amount: ["Tutar", "Amount"],
  bank: ["Bağlantı", "Connection"],
  reference: ["Referans · bankanın numarası", "Reference · the bank's number"],
  order: ["Sipariş", "Order"],
  decide: ["Sonuç", "Result"],
  adopt: ["Kayıtlara işle", "Enter in the books"],
  adoptEffect: [
    "Siparişin durumu ve tutarı bu kayda göre değişir; bankaya bir şey gönderilmez. Geri alınamaz.",
    "The order's state and amounts follow this booking; nothing is sent to the bank. This can't " +
      "be undone.",
  ],
  adopted: ["Kayıt, siparişe işlendi.", "The booking is entered in the order."],
  impossible: [
    "Siparişin durumu ya da kalan tutarı bu kaydı almıyor.",
    "The order's state, or the amount that is left of it, does not allow this booking.",
  ],
  clear: ["Netleşti, kapat", "Cleared, close"],
  clearEffect: [
    "Kayıt listeden çıkar ve bir daha gösterilmez; siparişte bir şey değişmez.",
    "The booking leaves the list for good; the order stays as it is.",
  ],
  cleared: ["Kayıt kapatıldı.", "The booking is closed."],
  gone: ["Bu kayıt artık beklemiyor.", "This booking does not wait any more."],
  kinds: [
    {
      sale: "Satış",
      preauth: "Ön provizyon",
      capture: "Ön provizyon kapama",
      void: "İptal",
      refund: "İade",
    } satisfies Record<Movement["kind"], string>,
    {
      sale: "Sale",
      preauth: "Preauthorisation",
      capture: "Capture",
      void: "Void",
      refund: "Refund",
    },
  ],
});
