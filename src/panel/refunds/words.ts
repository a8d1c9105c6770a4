import { catalogue } from "../../page/kit/catalogue.ts";

export const modificationWords = catalogue(
  {
    refundTitle: "İade",
    captureTitle: "Tahsilat",
    voidTitle: "Blokeyi kaldırma",
    how: "Ne kadar iade edilsin?",
    full: (amount: string) => `Kalanın tamamı: ${amount}`,
    part: "Bir bölümü",
    amount: "Tutar",
    amountHint: (most: string) => `En çok ${most}`,
    amountWrong: (most: string) => `0,01 ile ${most} arasında bir tutar yazın.`,
    amountTwice: (most: string) =>
      `Hem tamamını seçtiniz hem bir tutar yazdınız. Bu tutar için devam edin ya da ` +
      `${most} için “Kalanın tamamı”nı seçip tutarı silin.`,
    reason: "Neden (yalnız siz görürsünüz)",
    otherCause: "Seçilmedi ya da başka",
    causes: {
      cancelled: "Müşteri vazgeçti",
      returned: "Ürün iade edildi",
      undelivered: "Ürün gönderilemedi",
      double: "Aynı ödeme iki kez alındı",
      amount: "Tutar yanlıştı",
    },
    ownWords: "Açıklama",
    reasonNeeded:
      "Bu iade ikinci bir kişinin onayını gerektirir: nedenini seçin ya da yazın; o kişi buna göre karar verir.",
    review: "Devam et",
    reviewTitle: "Onaylayın",
    willRefund: (amount: string, who: string) => `${who} ${amount} geri alacak.`,
    toCustomer: "Müşteri",
    takes: "Bankası parayı 1 ile 10 iş günü içinde hesabına ya da kartına yansıtır.",
    byHand:
      "Bu ödeme havaleyle geldi: parayı sizin göndermeniz gerekir. İade, gönderdiğiniz bildirilene kadar bekler.",
    leaves: (amount: string) => `Bundan sonra ${amount} daha iade edilebilir.`,
    leavesNothing: "Bundan sonra iade edilecek bir şey kalmaz.",
    undone: "İade geri alınamaz.",
    needsSecond: (limit: string) =>
      `Bu ödemenin iadeleri ${limit} sınırını aşacağı için ikinci bir kişinin ` +
      `onayı gerekir. Onaylanana kadar para hareket etmez.`,
    confirmRefund: (amount: string) => `${amount} iade et`,
    confirmRequest: "Onaya gönder",
    change: "Değiştir",
    refunded: (amount: string) => `${amount} iade edildi.`,
    refundPending: (amount: string) => `${amount} iadesi sürüyor; sonucu bu sayfada görünür.`,
    refundFailed: "Banka iadeyi reddetti. Para hareket etmedi.",
    requested: "İade onaya gönderildi. Başka bir kullanıcı onaylayınca yapılır.",
    notRefundable: "Bu ödemede iade edilecek bir şey yok.",
    exceeds: (left: string) =>
      `Tutar kalandan fazla: en çok ${left} iade edilebilir. Hiçbir şey değişmedi.`,
    belowLeast: (least: string) =>
      `Bu banka blokenin daha küçük bir kısmını tahsil etmez: en az ${least}. Hiçbir şey değişmedi.`,
    again: "Bu form başka bir tutarla gönderilmişti. Hiçbir şey değişmedi; yeniden deneyin.",
    captureHow: "Ne kadar tahsil edilsin?",
    captureFull: (amount: string) => `Blokenin tamamı: ${amount}`,
    willCapture: (amount: string) => `Müşterinin kartından ${amount} çekilecek.`,
    willRelease: (amount: string) => `Kalan ${amount} serbest bırakılacak.`,
    confirmCapture: (amount: string) => `${amount} tahsil et`,
    captured: (amount: string) => `${amount} tahsil edildi.`,
    moving: "Bankanın yanıtı bekleniyor; sonucu bu sayfada görünür.",
    notCapturable: "Bu ödemenin blokesi artık yok. Hiçbir şey değişmedi.",
    willVoid: (amount: string) =>
      `${amount} blokesi hemen kaldırılacak. Para çekilmez, komisyon alınmaz.`,
    confirmVoid: "Blokeyi kaldır",
    voided: "Bloke kaldırıldı.",
    refused: "Banka reddetti. Ödeme olduğu gibi duruyor.",
  },
  {
    refundTitle: "Refund",
    captureTitle: "Capture",
    voidTitle: "Void",
    how: "How much is to be refunded?",
    full: (amount: string) => `All that is left: ${amount}`,
    part: "A part",
    amount: "Amount",
    amountHint: (most: string) => `At most ${most}`,
    amountWrong: (most: string) => `Type an amount from 0.01 to ${most}.`,
    amountTwice: (most: string) =>
      `You chose the full amount and typed another one. Continue with the typed amount, or ` +
      `choose the full ${most} and clear the amount.`,
    reason: "Reason (only you see it)",
    otherCause: "Not chosen, or another",
    causes: {
      cancelled: "Customer cancelled",
      returned: "Goods returned",
      undelivered: "Goods could not be delivered",
      double: "Charged twice",
      amount: "Wrong amount",
    },
    ownWords: "Explanation",
    reasonNeeded:
      "This refund needs a second person: choose or type the reason by which that person decides.",
    review: "Continue",
    reviewTitle: "Confirm",
    willRefund: (amount: string, who: string) => `${who} will get ${amount} back.`,
    toCustomer: "The customer",
    takes: "Their bank shows it on the account or card within 1 to 10 business days.",
    byHand:
      "This payment came by transfer: you have to send the money yourself. The " +
      "refund stays open until you record that the money was sent.",
    leaves: (amount: string) => `After this, another ${amount} can be refunded.`,
    leavesNothing: "After this, nothing is left to refund.",
    undone: "A refund can't be taken back.",
    needsSecond: (limit: string) =>
      `This brings the refunds of the payment above ${limit}, so a second ` +
      `person has to approve it. No money moves before that.`,
    confirmRefund: (amount: string) => `Refund ${amount}`,
    confirmRequest: "Send for approval",
    change: "Change",
    refunded: (amount: string) => `${amount} was refunded.`,
    refundPending: (amount: string) =>
      `The refund of ${amount} is under way; this page shows the result.`,
    refundFailed: "The bank refused the refund. No money moved.",
    requested: "The refund was sent for approval. It is made once another user approves it.",
    notRefundable: "There is nothing to refund of this payment.",
    exceeds: (left: string) =>
      `The amount is more than what is left: at most ${left} can be refunded. Nothing was changed.`,
    belowLeast: (least: string) =>
      `This bank captures no smaller part of the hold: at least ${least}. Nothing was changed.`,
    again: "This form was sent before with another amount. Nothing was changed; try again.",
    captureHow: "How much is to be captured?",
    captureFull: (amount: string) => `The whole hold: ${amount}`,
    willCapture: (amount: string) => `${amount} will be taken from the customer's card.`,
    willRelease: (amount: string) => `The remaining ${amount} will be released.`,
    confirmCapture: (amount: string) => `Capture ${amount}`,
    captured: (amount: string) => `${amount} was captured.`,
    moving: "Waiting for the bank's answer; this page shows the result.",
    notCapturable: "The hold of this payment has ended. Nothing was changed.",
    willVoid: (amount: string) =>
      `The hold of ${amount} will be released at once. No money is taken and no commission.`,
    confirmVoid: "Release the hold",
    voided: "The hold was released.",
    refused: "The bank refused. The payment stays as it was.",
  },
);
