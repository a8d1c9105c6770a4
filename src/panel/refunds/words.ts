import { catalogue } from "../../page/kit/catalogue.ts";

export const modificationWords = catalogue({
  refundTitle: ["İade", "Refund"],
  captureTitle: ["Tahsilat", "Capture"],
  voidTitle: ["Blokeyi kaldırma", "Void"],
  how: ["Ne kadar iade edilsin?", "How much is to be refunded?"],
  full: [
    (amount: string) => `Kalanın tamamı: ${amount}`,
    (amount: string) => `All that is left: ${amount}`,
  ],
  part: ["Bir bölümü", "A part"],
  amount: ["Tutar", "Amount"],
  amountHint: [(most: string) => `En çok ${most}`, (most: string) => `At most ${most}`],
  amountWrong: [
    (most: string) => `0,01 ile ${most} arasında bir tutar yazın.`,
    (most: string) => `Type an amount from 0.01 to ${most}.`,
  ],
  amountTwice: [
    (most: string) =>
      `Hem tamamını seçtiniz hem bir tutar yazdınız. Bu tutar için devam edin ya da ` +
      `${most} için “Kalanın tamamı”nı seçip tutarı silin.`,
    (most: string) =>
      `You chose the full amount and typed another one. Continue with the typed amount, or ` +
      `choose the full ${most} and clear the amount.`,
  ],
  reason: ["Neden (yalnız siz görürsünüz)", "Reason (only you see it)"],
  otherCause: ["Seçilmedi ya da başka", "Not chosen, or another"],
  causes: {
    cancelled: ["Müşteri vazgeçti", "Customer cancelled"],
    returned: ["Ürün iade edildi", "Goods returned"],
    undelivered: ["Ürün gönderilemedi", "Goods could not be delivered"],
    double: ["Aynı ödeme iki kez alındı", "Charged twice"],
    amount: ["Tutar yanlıştı", "Wrong amount"],
  },
  ownWords: ["Açıklama", "Explanation"],
  reasonNeeded: [
    "Bu iade ikinci bir kişinin onayını gerektirir: nedenini seçin ya da yazın; o kişi buna göre karar verir.",
    "This refund needs a second person: choose or type the reason by which that person decides.",
  ],
  review: ["Devam et", "Continue"],
  reviewTitle: ["Onaylayın", "Confirm"],
  willRefund: [
    (amount: string, who: string) => `${who} ${amount} geri alacak.`,
    (amount: string, who: string) => `${who} will get ${amount} back.`,
  ],
  toCustomer: ["Müşteri", "The customer"],
  takes: [
    "Bankası parayı 1 ile 10 iş günü içinde hesabına ya da kartına yansıtır.",
    "Their bank shows it on the account or card within 1 to 10 business days.",
  ],
  byHand: [
    "Bu ödeme havaleyle geldi: parayı sizin göndermeniz gerekir. İade, gönderdiğiniz bildirilene kadar bekler.",
    "This payment came by transfer: you have to send the money yourself. The " +
      "refund stays open until you record that the money was sent.",
  ],
  leaves: [
    (amount: string) => `Bundan sonra ${amount} daha iade edilebilir.`,
    (amount: string) => `After this, another ${amount} can be refunded.`,
  ],
  leavesNothing: [
    "Bundan sonra iade edilecek bir şey kalmaz.",
    "After this, nothing is left to refund.",
  ],
  undone: ["İade geri alınamaz.", "A refund can't be taken back."],
  needsSecond: [
    (limit: string) =>
      `Bu ödemenin iadeleri ${limit} sınırını aşacağı için ikinci bir kişinin ` +
      `onayı gerekir. Onaylanana kadar para hareket etmez.`,
    (limit: string) =>
      `This brings the refunds of the payment above ${limit}, so a second ` +
      `person has to approve it. No money moves before that.`,
  ],
  confirmRefund: [(amount: string) => `${amount} iade et`, (amount: string) => `Refund ${amount}`],
  confirmRequest: ["Onaya gönder", "Send for approval"],
  change: ["Değiştir", "Change"],
  refunded: [
    (amount: string) => `${amount} iade edildi.`,
    (amount: string) => `${amount} was refunded.`,
  ],
  refundPending: [
    (amount: string) => `${amount} iadesi sürüyor; sonucu bu sayfada görünür.`,
    (amount: string) => `The refund of ${amount} is under way; this page shows the result.`,
  ],
  refundFailed: [
    "Banka iadeyi reddetti. Para hareket etmedi.",
    "The bank refused the refund. No money moved.",
  ],
  requested: [
    "İade onaya gönderildi. Başka bir kullanıcı onaylayınca yapılır.",
    "The refund was sent for approval. It is made once another user approves it.",
  ],
  notRefundable: [
    "Bu ödemede iade edilecek bir şey yok.",
    "There is nothing to refund of this payment.",
  ],
  exceeds: [
    (left: string) => `Tutar kalandan fazla: en çok ${left} iade edilebilir. Hiçbir şey değişmedi.`,
    (left: string) =>
      `The amount is more than what is left: at most ${left} can be refunded. Nothing was changed.`,
  ],
  belowLeast: [
    (least: string) =>
      `Bu banka blokenin daha küçük bir kısmını tahsil etmez: en az ${least}. Hiçbir şey değişmedi.`,
    (least: string) =>
      `This bank captures no smaller part of the hold: at least ${least}. Nothing was changed.`,
  ],
  again: [
    "Bu form başka bir tutarla gönderilmişti. Hiçbir şey değişmedi; yeniden deneyin.",
    "This form was sent before with another amount. Nothing was changed; try again.",
  ],
  captureHow: ["Ne kadar tahsil edilsin?", "How much is to be captured?"],
  captureFull: [
    (amount: string) => `Blokenin tamamı: ${amount}`,
    (amount: string) => `The whole hold: ${amount}`,
  ],
  willCapture: [
    (amount: string) => `Müşterinin kartından ${amount} çekilecek.`,
    (amount: string) => `${amount} will be taken from the customer's card.`,
  ],
  willRelease: [
    (amount: string) => `Kalan ${amount} serbest bırakılacak.`,
    (amount: string) => `The remaining ${amount} will be released.`,
  ],
  confirmCapture: [
    (amount: string) => `${amount} tahsil et`,
    (amount: string) => `Capture ${amount}`,
  ],
  captured: [
    (amount: string) => `${amount} tahsil edildi.`,
    (amount: string) => `${amount} was captured.`,
  ],
  moving: [
    "Bankanın yanıtı bekleniyor; sonucu bu sayfada görünür.",
    "Waiting for the bank's answer; this page shows the result.",
  ],
  notCapturable: [
    "Bu ödemenin blokesi artık yok. Hiçbir şey değişmedi.",
    "The hold of this payment has ended. Nothing was changed.",
  ],
  willVoid: [
    (amount: string) => `${amount} blokesi hemen kaldırılacak. Para çekilmez, komisyon alınmaz.`,
    (amount: string) =>
      `The hold of ${amount} will be released at once. No money is taken and no commission.`,
  ],
  confirmVoid: ["Blokeyi kaldır", "Release the hold"],
  voided: ["Bloke kaldırıldı.", "The hold was released."],
  refused: [
    "Banka reddetti. Ödeme olduğu gibi duruyor.",
    "The bank refused. The payment stays as it was.",
  ],
});
